-- Search by name needs an extension and two functions, which entities cannot express. They come before the tables.

create extension if not exists pg_trgm;

-- A name as people type it: lower case, without accents, with plain letters and apostrophes. In a database with the
-- locale C, like the embedded one, trigrams know only ASCII, so each Cyrillic letter becomes one ASCII character. Keys are
-- compared with keys and never shown.
create function search_key(text) returns text language sql immutable strict parallel safe return
  translate(
    replace(replace(replace(replace(
      regexp_replace(normalize(lower($1 collate pg_c_utf8), nfkd), '[\u0300-\u036f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øđðłħı’ʼ‘абвгдежзиклмнопрстуфхцчшщъыьэюя',
    'oddlhi''''''abvgdejziklmnoprstufxc46w7y8395');

-- Ids of recipes whose name, or the name of their product, contains a text in any language, newest first. Without such a
-- recipe: those most similar to the text. The similarity threshold is below the default to forgive two swapped letters.
-- The plan is generic because estimating the number of matches takes longer than finding them.
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
end $$;

-- Whether a person holds nothing but ways to sign in. Every table that refers to people counts, new ones too.
create function holds_only_sign_in(person uuid) returns boolean language plpgsql stable as $$
declare
  reference record;
  held boolean;
begin
  for reference in
    select conrelid::regclass as place, attname as field
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'app_user'::regclass
      and conrelid not in ('account'::regclass, 'session'::regclass, 'email_change'::regclass)
  loop
    execute format('select exists (select from %s where %I = $1)', reference.place, reference.field)
      into held using person;
    if held then return false; end if;
  end loop;
  return not exists (select from app_user where id = person and (is_admin or bio is not null))
    and not exists (select from sync_session where subject_id = person or requested_by = person)
    and not exists (select from image where subject_id = person);
end $$;
