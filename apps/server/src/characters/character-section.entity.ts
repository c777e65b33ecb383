import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../core/db/columns.ts';
import { Character } from './character.entity.ts';

/** One section of a character's platform data, and how fresh it is. */
export const CharacterSection = defineEntity({
  name: 'CharacterSection',
  properties: {
    character: () => p.manyToOne(Character).primary().deleteRule('cascade'),
    section: p.text().primary(),
    status: p.enum(['ok', 'not_found', 'failed', 'not_available']),
    /** The last fetch that returned data. */
    fetchedAt: instant().nullable(),
    /** The last request, whatever its outcome. */
    askedAt: instant().nullable(),
    lastModified: p.text().nullable(),
    /** The latest time of the next fetch; sweeps look for it. */
    nextAt: instant().nullable().index(),
    /** The first of the platform's uninterrupted "not found" answers. */
    missingSince: instant().nullable(),
    /** Our own document, shaped by the enrichment. */
    data: p.json<object>().nullable(),
  },
  // The brake on archiving looks at the latest requests for all characters.
  indexes: [
    {
      name: 'character_section_lately_asked',
      properties: ['section', 'askedAt'],
      where: "section in ('profile', 'status')",
    },
  ],
  triggers: [
    {
      // Searching for crafters needs recipes across characters: a trigger mirrors the document, whoever writes it.
      name: 'character_section_known_recipes',
      timing: 'after',
      events: ['insert', 'update'],
      // Written the way PostgreSQL prints it back; otherwise the drift check would always see a difference.
      when: "(new.section = 'professions'::text)",
      body: `
        delete from character_profession where character_id = new.character_id and profession_id not in (
          select (v ->> 'id')::int from jsonb_path_query(new.data, '$.professions[*]') v);
        delete from character_skill_tier where character_id = new.character_id and tier_id not in (
          select (v ->> 'id')::int from jsonb_path_query(new.data, '$.professions[*].tiers[*]') v);
        delete from character_recipe where character_id = new.character_id and recipe_id not in (
          select v::int from jsonb_path_query(new.data, '$.professions[*].tiers[*].recipeIds[*]') v);
        insert into character_profession as t (character_id, profession_id, skill_points, max_skill_points, known_recipes)
        select distinct on (d.id) new.character_id, d.id, d."skillPoints", d."maxSkillPoints",
          (select count(*) from jsonb_path_query(d.tiers, '$[*].recipeIds[*]'))
        from jsonb_to_recordset(new.data -> 'professions') d(id int, "skillPoints" int, "maxSkillPoints" int, tiers jsonb)
        on conflict (character_id, profession_id) do update set (skill_points, max_skill_points, known_recipes) =
          (excluded.skill_points, excluded.max_skill_points, excluded.known_recipes)
        where (t.skill_points, t.max_skill_points, t.known_recipes) is distinct from
          (excluded.skill_points, excluded.max_skill_points, excluded.known_recipes);
        insert into character_skill_tier as t (character_id, tier_id, profession_id, skill_points, max_skill_points)
        select distinct on (d.id) new.character_id, d.id, p.id, d."skillPoints", d."maxSkillPoints"
        from jsonb_to_recordset(new.data -> 'professions') p(id int, tiers jsonb)
        cross join jsonb_to_recordset(p.tiers) d(id int, "skillPoints" int, "maxSkillPoints" int)
        on conflict (character_id, tier_id) do update set (profession_id, skill_points, max_skill_points) =
          (excluded.profession_id, excluded.skill_points, excluded.max_skill_points)
        where (t.profession_id, t.skill_points, t.max_skill_points) is distinct from
          (excluded.profession_id, excluded.skill_points, excluded.max_skill_points);
        insert into character_recipe as t (character_id, recipe_id, profession_id, tier_id)
        select distinct on (v) new.character_id, v::int, p.id, d.id
        from jsonb_to_recordset(new.data -> 'professions') p(id int, tiers jsonb)
        cross join jsonb_to_recordset(p.tiers) d(id int, "recipeIds" jsonb)
        cross join jsonb_array_elements(d."recipeIds") v
        on conflict (character_id, recipe_id) do update set (profession_id, tier_id) =
          (excluded.profession_id, excluded.tier_id)
        where (t.profession_id, t.tier_id) is distinct from (excluded.profession_id, excluded.tier_id);
        return null;`,
    },
    {
      name: 'character_section_forgotten_recipes',
      timing: 'after',
      events: ['delete'],
      when: "(old.section = 'professions'::text)",
      body: `
        delete from character_profession where character_id = old.character_id;
        delete from character_skill_tier where character_id = old.character_id;
        delete from character_recipe where character_id = old.character_id;
        return null;`,
    },
  ],
});
