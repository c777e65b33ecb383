import { Migration } from '@mikro-orm/migrations';

/** What a search by name stands on, and no entity can say: an extension and two functions. */
export class Migration20261121163000_name_search extends Migration {
  override name = 'Migration20261121163000_name_search';

  override up(): void {
    this.addSql('create extension if not exists pg_trgm;');
    // A name as people type it: without case and accents, its letters and apostrophes as a plain keyboard has them. In a
    // database of the locale C, as the embedded one is, trigrams know ASCII only: so each Cyrillic letter becomes one sign
    // of it. It is for comparing keys with keys, never for reading.
    this.addSql(String.raw`
      create function search_key(text) returns text language sql immutable strict parallel safe return
        translate(
          replace(replace(replace(replace(
            regexp_replace(normalize(lower($1 collate pg_c_utf8), nfkd), '[\u0300-\u036f]', '', 'g'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          'øđðłħı’ʼ‘абвгдежзиклмнопрстуфхцчшщъыьэюя',
          'oddlhi''''''abvgdejziklmnoprstufxc46w7y8395');`);
    // Ids of the recipes whose name, or that of what they make, contains a text in any language, the newest first; if there
    // is none, of those that are most like it. Names that only came with a character count too. The threshold lies below the usual one, so
    // that two letters that changed places are forgiven. Planned once: to guess how many are like a text takes the planner
    // longer than to find them.
    this.addSql(String.raw`
      create function recipes_like(wanted text) returns table (recipe_id integer)
      language plpgsql stable rows 50
      set pg_trgm.word_similarity_threshold = 0.45 set plan_cache_mode = force_generic_plan as $$
      declare
        sought text := search_key(wanted);
        part text := '%' || replace(replace(replace(sought, '\', '\\'), '%', '\%'), '_', '\_') || '%';
      begin
        return query
          select r.id from recipe r where r.search_key like part
          union
          select g.key::integer from game_name g where g.kind = 'recipe' and g.search_key like part
          order by 1 desc limit 50;
        if found then return; end if;
        return query
          select ranked.id from (
            select n.id, n.alike, max(n.alike) over () as best from (
              select r.id, word_similarity(sought, r.search_key) as alike from recipe r where r.search_key %> sought
              union all
              select g.key::integer, word_similarity(sought, g.search_key) from game_name g
              where g.kind = 'recipe' and g.search_key %> sought
                and not exists (select from recipe r where r.id = g.key::integer)
            ) n
          ) ranked where ranked.alike >= 0.85 * ranked.best order by ranked.alike desc, ranked.id desc limit 50;
      end $$;`);
  }

  override down(): void {
    this.addSql('drop function recipes_like(text);');
    this.addSql('drop function search_key(text);');
  }
}
