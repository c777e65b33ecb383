import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
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
    nextAt: instant().nullable(),
    /** The first of the platform's uninterrupted "not found" answers. */
    missingSince: instant().nullable(),
    /** Our own document, shaped by the enrichment. */
    data: p.json<object>().nullable(),
  },
  indexes: [
    { name: 'character_section_due', properties: ['nextAt', 'character'] },
    // Data that was last checked 30 days ago is deleted.
    {
      name: 'character_section_checked',
      expression: 'create index "character_section_checked" on "character_section" (coalesce("fetched_at", "next_at"))',
    },
    // The brake on archiving looks at the latest requests for all characters.
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
    {
      // A document shows the latest of each, so what it shows is kept before the next one replaces it.
      name: 'character_section_evidence',
      timing: 'after',
      events: ['insert', 'update'],
      when: "(new.section = ANY (ARRAY['mythic-keystone'::text, 'mythic-keystone-season'::text, 'raids'::text, 'world'::text]))",
      body: `
        insert into keystone_run as r (character_id, completed_at, dungeon_id, dungeon_name, level, duration_ms, in_time,
          rating, season_id)
        select distinct on (d."completedAt", d.dungeon -> 'id') new.character_id, d."completedAt", (d.dungeon ->> 'id')::int,
          coalesce(d.dungeon ->> 'name', ''), d.level, d."durationMs", coalesce(d."inTime", false), d.rating,
          (new.data ->> 'seasonId')::int
        from jsonb_to_recordset(case new.section when 'mythic-keystone' then new.data -> 'bestRunsThisWeek'
            when 'mythic-keystone-season' then new.data -> 'bestRuns' end)
          d(dungeon jsonb, level smallint, "durationMs" int, "completedAt" timestamptz, "inTime" boolean, rating float8)
        where d."completedAt" is not null and d.dungeon -> 'id' is not null and d.level is not null
        on conflict (character_id, completed_at, dungeon_id) do update set rating = coalesce(excluded.rating, r.rating),
          season_id = coalesce(excluded.season_id, r.season_id)
        where (excluded.rating, excluded.season_id) is distinct from (r.rating, r.season_id);
        insert into boss_kill as k (character_id, killed_at, encounter_id, difficulty, instance_id, kills, in_season)
        select distinct on (b.id, f.type, b."lastKillAt") new.character_id, b."lastKillAt", b.id, f.type, i.id,
          coalesce(b.kills, 0),
          new.data @? format('$.expansions[*] ? (@.id == 505).instances[*].id ? (@ == %s)', i.id)::jsonpath
        from jsonb_to_recordset(case new.section when 'raids' then new.data -> 'expansions' end) x(id int, instances jsonb)
        cross join jsonb_to_recordset(x.instances) i(id int, difficulties jsonb)
        cross join jsonb_to_recordset(i.difficulties) f(type text, encounters jsonb)
        cross join jsonb_to_recordset(f.encounters) b(id int, kills int, "lastKillAt" timestamptz)
        where b."lastKillAt" > now() - interval '180 days'
        on conflict (character_id, killed_at, encounter_id, difficulty) do update set kills = excluded.kills,
          in_season = k.in_season or excluded.in_season
        where k.kills < excluded.kills or excluded.in_season and not k.in_season;
        insert into world_count (character_id, activity, counted_at, count)
        select new.character_id, 'delves', d."countedAt", d.count
        from jsonb_to_record(case new.section when 'world' then nullif(new.data -> 'delves', 'null') end)
          d("countedAt" timestamptz, count int)
        where d."countedAt" is not null
        on conflict (character_id, activity, counted_at) do update set count = excluded.count
        where world_count.count < excluded.count;
        return null;`,
    },
    {
      name: 'character_section_forgotten_evidence',
      timing: 'after',
      events: ['delete'],
      when: "(old.section = ANY (ARRAY['mythic-keystone'::text, 'raids'::text, 'world'::text]))",
      body: `
        delete from keystone_run where character_id = old.character_id and old.section = 'mythic-keystone';
        delete from boss_kill where character_id = old.character_id and old.section = 'raids';
        delete from world_count where character_id = old.character_id and old.section = 'world';
        return null;`,
    },
  ],
});
