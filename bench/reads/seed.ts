/**
 * Seeds a large installation in a few statements: guilds of 1,000, a tenth of the members claimed, many people signed
 * in.
 */
import pg from 'pg';
import { hashToken, randomToken } from '../../apps/server/src/core/secrets.ts';
import { syncedGuildRoles } from '../../apps/server/src/membership/rights/default-roles.ts';
import { seedEvents } from './seed-events.ts';

export const GUILD_SIZE = 1_000;

/** Computable ids: `kind` keeps the tables apart. */
const uuid = (kind: number, number: string) =>
  `('0199d3a0-000${kind}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const USER = 1;
const CHARACTER = 2;
const GUILD = 3;

/** In guild g, every tenth member is claimed; each person claims two in a row. */
const characterNumber = '(g * 1000 + m)';
const userNumber = '(g * 1000 + m / 20)';
const name = (number: string) =>
  `initcap((array['bra','dor','el','fen','gri','hal','is','kor','lun','mor','nys','ol','per','ysó'])[1 + ${number} % 14]
    || (array['va','ri','so','the','mu','ka','li','do','ne'])[1 + ${number} / 14 % 9] || translate(to_hex(${number} % 4096), '0123456789', 'ghijklmnop'))`;
const realmSlug = (number: string) => `case when ${number} % 7 = 0 then 'forêt-dargent' else 'highmere' end`;
/** One leader, a few officers, one broad rank. */
const rank = `case when m = 1 then 0 when m <= 20 then 1 when m <= 70 then 2 when m <= 130 then 3 when m <= 270 then 4
  when m <= 430 then 5 when m <= 850 then 6 else 7 end`;
const lastLogin = `case when m % 10 < 7 then now() - (m * 37 % 2000) * interval '1 hour' end`;

const REFERENCE = `
  with named as (select n, jsonb_build_object('en_US', 'Name ' || n) as names from generate_series(1, 40) n),
    classes as (insert into playable_class (id, names) select n, names from named where n <= 13),
    races as (insert into playable_race (id, names) select n, names from named)
  insert into realm (region, game_version, id, slug, names)
  values ('us', 'retail', 7101, 'highmere', '{"en_US": "Highmere"}'), ('us', 'retail', 7102, 'forêt-dargent', '{"en_US": "Forêt d''Argent"}')`;

/** A journal of the usual size; every third encounter has no German name. */
const JOURNAL = `
  with expansions as (insert into journal_expansion (id) select generate_series(1, 12) returning id),
    expansion_texts as (insert into journal_expansion_locale (entity_id, locale, name) select id, 'en_US', 'Age ' || id from expansions),
    instances as (insert into journal_instance (id, expansion_id, category, order_index)
      select n, 1 + n % 12, 'dungeon', n from generate_series(1, 250) n returning id),
    encounters as (insert into journal_encounter (id, instance_id, position)
      select n, 1 + n % 250, 1 + n / 250 from generate_series(1, 1500) n returning id)
  insert into journal_encounter_locale (entity_id, locale, name, description)
  select id, locale, case when locale = 'en_US' or id % 3 > 0 then 'Encounter of the deep ' || id || ' ' || locale end,
    'What it guards is told in no book, and whoever asks ' || id || ' learns it too late. ' || locale
  from encounters cross join unnest(array['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU']) locale`;

const GUILDS = `
  insert into organization (id, name, alias, type, source, region, game_version, platform_realm_id, platform_guild_id,
    realm_slug, name_slug, faction, member_count, roster_synced_at, achievement_points, founded_at, settings,
    emblem_data)
  select ${uuid(GUILD, 'g')}, 'Guild ' || g, 'guild-' || g, 'guild', 'synced', 'us', 'retail', 7101, g, 'highmere',
    'guild-' || g, 'alliance', ${GUILD_SIZE}, now() - interval '1 hour', 10 * g, timestamptz '2015-03-01T18:00:00Z' + g * interval '1 second',
    '{"timeZone": "Europe/Berlin", "recruiting": {"open": true, "roles": ["healer"]}}',
    '{"emblem": {"id": 126, "color": "rgba(255, 255, 255, 1)"}, "border": {"id": 0, "color": "rgba(225, 162, 32, 1)"}, "background": {"color": "rgba(6, 14, 72, 1)"}}'
  from generate_series(1, $1::int) g`;

const ROLES = `
  insert into role (organization_id, name, game_rank, is_founder, permissions)
  select o.id, r.name, r."gameRank", coalesce(r."isFounder", false), r.permissions
  from organization o cross join jsonb_to_recordset($1::jsonb) as r(name text, "gameRank" smallint, "isFounder" boolean, permissions text[])`;

const USERS = `
  insert into app_user (id, display_name, email)
  select ${uuid(USER, userNumber)}, 'Person ' || ${userNumber}, 'person-' || ${userNumber} || '@example.org'
  from generate_series(1, $1::int) g cross join generate_series(0, ${GUILD_SIZE - 1}, 20) m`;

const ACCOUNTS = `
  insert into account (user_id, provider_id, account_id, display_name, created_at)
  select id, provider, right(id::text, 12), display_name || '#1234', created_at + delay
  from app_user cross join (values ('battlenet', interval '0'), ('discord', interval '1 day')) p(provider, delay)`;

const CHARACTERS = `
  insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
    realm_slug, class_id, race_id, gender, faction, level, equipped_item_level, average_item_level, spec_id, spec_name,
    role, achievement_points, avatar_url, last_login_at, guild_id, verified_at, is_main)
  select ${uuid(CHARACTER, characterNumber)}, ${uuid(USER, userNumber)}, 'synced', 'us', 'retail', 7101, ${characterNumber},
    ${name(characterNumber)}, ${realmSlug('m')}, 1 + m % 13, 1 + m % 36, 'female', 'alliance', 80,
    600 + m % 80, 604 + m % 80, 70, 'Retribution', 'melee', 12000 + m, 'https://render.example.org/' || m || '-avatar.jpg',
    now() - m * interval '1 hour', ${uuid(GUILD, 'g')}, now(), m % 20 = 1
  from generate_series(1, $1::int) g cross join generate_series(1, ${GUILD_SIZE}, 10) m`;

/** The stored data of the first guild's characters, in documents of typical size. */
const SECTIONS = `
  insert into character_section (character_id, section, status, fetched_at, last_modified, next_at, data)
  select c.id, s.section, 'ok', now() - s.number * interval '1 second', 'Fri, 20 Nov 2026 20:00:00 GMT',
    now() + interval '1 day', (select jsonb_object_agg('field ' || n, md5(n::text)) from generate_series(1, 10 * s.number) n)
  from character c cross join unnest(array['profile', 'status', 'media', 'pvp', 'mythic-keystone', 'statistics',
    'equipment', 'dungeons', 'raids', 'professions', 'reputations', 'specializations', 'achievements'])
    with ordinality s(section, number)
  where c.guild_id = ${uuid(GUILD, '1')}`;

const ENTRIES = `
  insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
    class_id, race_id, faction, rank, role, item_level, last_login_at, joined_at, profile_fetched_at, claimed_by_id)
  select ${uuid(GUILD, 'g')}, 7101, number, name, replace(lower(name), 'ó', 'o'), ${realmSlug('m')}, 10 + m % 71,
    1 + m % 13, 1 + m % 36, 'alliance', ${rank}, (array['tank','healer','melee','ranged'])[1 + m % 4],
    case when m % 10 < 7 then 500 + m % 180 end, ${lastLogin}, now() - m * interval '1 day', now(),
    case when m % 10 = 1 then ${uuid(CHARACTER, 'number')} end
  from generate_series(1, $1::int) g
  cross join lateral (
    select m, ${characterNumber} as number, ${name(characterNumber)} as name from generate_series(1, ${GUILD_SIZE}) m
  ) member`;

const MEMBERSHIPS = `
  insert into membership (organization_id, user_id)
  select distinct guild_id, user_id from character`;

/** The members of the first guild except its leader: plain ranks, whose rights have to be looked up. */
const SESSIONS = `
  insert into session (token_hash, id, user_id, expires_at, last_used_at, created_at)
  select token_hash, uuidv7(), ${uuid(USER, '(1001 + number % 49)')}, now() + interval '30 days',
    now() - random() * interval '1 minute', now()
  from unnest($1::text[]) with ordinality t(token_hash, number)`;

/** Enough sessions that none reaches the per-minute rate limit. */
const SESSION_COUNT = 2_000;

const MAIN_CHARACTERS = `
  select s.token_hash as "tokenHash", c.id as "characterId", c.guild_id as "guildId" from session s
  join character c on c.user_id = s.user_id and c.is_main`;

type Main = { tokenHash: string; characterId: string; guildId: string };

/** `characterIds` belong to the owner of the token at the same index. */
export type Seeded = { tokens: string[]; characterIds: string[]; guildId: string; rows: number; seconds: number };

export async function seed(url: string, guilds: number): Promise<Seeded> {
  const tokens = Array.from({ length: SESSION_COUNT }, randomToken);
  const startedAt = performance.now();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The rows are consistent by construction, and checking every foreign key would take most of the time.
    await client.query('set session_replication_role = replica');
    await client.query(REFERENCE);
    await client.query(JOURNAL);
    await client.query(GUILDS, [guilds]);
    await client.query(ROLES, [JSON.stringify(syncedGuildRoles())]);
    for (const statement of [USERS, CHARACTERS]) await client.query(statement, [guilds]);
    await client.query(ACCOUNTS);
    const { rowCount } = await client.query(ENTRIES, [guilds]);
    await client.query(MEMBERSHIPS);
    await client.query(SECTIONS);
    await client.query(SESSIONS, [tokens.map(hashToken)]);
    const { rows: mains } = await client.query<Main>(MAIN_CHARACTERS);
    const guildId = mains[0]?.guildId ?? '';
    await seedEvents(client, guildId);
    const mainOf = new Map(mains.map(({ tokenHash, characterId }) => [tokenHash, characterId]));
    const characterIds = tokens.map((token) => mainOf.get(hashToken(token)) ?? '');
    // Keeps autovacuum and the checkpointer from interrupting a round.
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    const seconds = (performance.now() - startedAt) / 1000;
    return { tokens, characterIds, guildId, rows: rowCount ?? 0, seconds };
  } finally {
    await client.end();
  }
}
