/** A guild of 500 characters with every reputation and encounter. */
import type pg from 'pg';

export const comparedGuild = '0199d3a0-0003-7000-8000-000000000000';

/** 300 factions in ten expansions; ten expansions of eight instances with four difficulties of eight encounters. */
const FACTIONS = `(select jsonb_build_object('factions', jsonb_agg(jsonb_build_object('id', f, 'tier', 'HONORED', 'standing',
  'HONORED', 'value', f * 7, 'max', 12000, 'raw', f * 77, 'renownLevel', null, 'paragon', null))) from generate_series(1, 300) f)`;
const ENCOUNTERS = `(select jsonb_agg(jsonb_build_object('id', b, 'kills', b % 9, 'lastKillAt', '2026-11-18T21:14:05.000Z')) from generate_series(1, 8) b)`;
const DIFFICULTIES = `(select jsonb_agg(jsonb_build_object('type', d, 'complete', true, 'defeated', 8, 'total', 8, 'encounters',
  ${ENCOUNTERS})) from unnest('{LFR,NORMAL,HEROIC,MYTHIC}'::text[]) d)`;
const PROGRESS_DATA = `(select jsonb_build_object('expansions', jsonb_agg(jsonb_build_object('id', x, 'instances',
  (select jsonb_agg(jsonb_build_object('id', x * 100 + i, 'difficulties', ${DIFFICULTIES})) from generate_series(1, 8) i))))
  from generate_series(1, 10) x)`;

const SEED = [
  'set session_replication_role = replica',
  `insert into organization (id, name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug,
     name_slug) values ('${comparedGuild}', 'Guild', 'synced', 'us', 'retail', 1, 1, 'highmere', 'guild')`,
  `insert into app_user (display_name) select 'Person ' || n from generate_series(1, 500) n`,
  `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
     realm_slug, class_id, race_id, level, verified_at)
   select id, 'synced', 'us', 'retail', 1, row_number() over (), 'Name', 'highmere', 1, 1, 80, now() from app_user`,
  `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
     class_id, race_id, rank, claimed_by_id)
   select '${comparedGuild}', 1, platform_character_id, 'Name', 'name', 'highmere', 80, 1, 1, 5, id from character`,
  `insert into reputation_faction (id, parent_id, root_id, expansion_id, names)
   select f, null, f, 1 + f % 10, '{"en_US": "Faction"}' from generate_series(1, 300) f`,
  `insert into character_section (character_id, section, status, fetched_at, data)
   select c.id, s.section, 'ok', now(), s.data from character c, (values ('reputations', ${FACTIONS}),
     ('raids', ${PROGRESS_DATA}), ('dungeons', ${PROGRESS_DATA})) s(section, data)`,
  'vacuum (analyze)',
];

export async function seedComparisons(client: pg.Client): Promise<void> {
  for (const statement of SEED) await client.query(statement);
}
