/** A million members in a thousand guilds. */
import type pg from 'pg';

/** Computable ids: `kind` keeps the tables apart. */
const uuid = (kind: number, number: string) =>
  `('0199d3a0-000${kind}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const [PERSON, CHARACTER, GUILD] = [1, 2, 3];
const LEAVERS = 2_000;

/** A typical guild of 1,000. */
export const plainGuild = '0199d3a0-0003-7000-8000-000000000005';
/** A guild of 1,000 that another 2,000 have left, with eight changes per member. */
export const oldGuild = '0199d3a0-0003-7000-8000-000000000007';
/** One of its members. */
export const oldMember = '0199d3a0-0004-7000-8000-000000001770';

const name = `translate(md5(n::text), '0123456789', 'ghijklmnop')`;
const COLUMNS = `id, organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level, class_id,
  race_id, rank, role, last_login_at`;
const values = (
  guild: string,
) => `${uuid(4, 'n')}, ${guild}, 1, n, initcap(${name}), ${name}, 'highmere', 80, 1 + n % 13, 1,
  n % 10, (array['tank', 'healer', 'melee', 'ranged'])[1 + n % 5], case when n % 3 > 0 then now() - n % 2000 * interval '1 hour' end`;

const members = (guilds: number) => `
  insert into roster_entry (${COLUMNS}, claimed_by_id)
  select ${values(uuid(GUILD, '1 + n / 1000'))}, case when n % 10 = 0 then ${uuid(CHARACTER, 'n')} end
  from generate_series(0, ${guilds * 1000 - 1}) n`;

const left = (guilds: number) => `
  insert into roster_entry (${COLUMNS}, left_at, last_seen_in_roster)
  select ${values(`'${oldGuild}'`)}, now() - n % 3000 * interval '1 hour', now() - n % 3000 * interval '1 hour'
  from generate_series(${guilds * 1000}, ${guilds * 1000 + LEAVERS - 1}) n`;

const EVENTS = `
  insert into roster_event (organization_id, entry_id, kind, before, after, at)
  select e.organization_id, e.id, (array['joined', 'rank', 'level', 'renamed'])[1 + e.platform_character_id % 4], '1', '2',
    now() - (e.platform_character_id % 9000 + g) * interval '1 minute'
  from roster_entry e, generate_series(1, case when e.organization_id = '${oldGuild}' then 8 else 1 end) g
  where e.platform_character_id % 5 = 0 or e.organization_id = '${oldGuild}'`;

const rest = (guilds: number) => [
  `insert into organization (id, name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug,
     name_slug, roster_synced_at)
   select ${uuid(GUILD, 'g')}, 'Guild ' || g, 'synced', 'us', 'retail', 1, g, 'highmere', 'guild-' || g, now()
   from generate_series(1, ${guilds}) g`,
  `insert into role (organization_id, name, game_rank, permissions)
   select id, 'Rank ' || r, r, '{canViewRoster}' from organization, generate_series(0, 9) r`,
  `insert into app_user (id, display_name) select ${uuid(PERSON, 'n')}, 'Person ' || n from generate_series(0, ${guilds * 50}) n`,
  `insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
     realm_slug, class_id, race_id, level, verified_at)
   select ${uuid(CHARACTER, 'n')}, ${uuid(PERSON, 'n / 20')}, 'synced', 'us', 'retail', 1, n, 'Name', 'highmere', 1, 1, 80, now()
   from generate_series(0, ${guilds * 1000 - 1}, 10) n`,
];

/** Writes everything in a few statements. There are at least ten guilds. */
export async function seedRosters(client: pg.Client, guilds = 1_000): Promise<void> {
  // The rows are consistent by construction, and checking every foreign key would take most of the time.
  await client.query('set session_replication_role = replica');
  for (const statement of rest(guilds)) await client.query(statement);
  await withoutIndexes(client, ['roster_entry', 'roster_event'], async () => {
    for (const statement of [members(guilds), left(guilds), EVENTS]) await client.query(statement);
  });
  await client.query('vacuum (analyze)');
}

const INDEXES = `
  select i.indexname as name, i.indexdef as definition from pg_indexes i
  where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`;

/** Building an index takes a tenth of the time of updating it a million times. */
async function withoutIndexes(client: pg.Client, tables: string[], write: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES, [tables]);
  for (const index of rows) await client.query(`drop index ${index.name}`);
  await write();
  for (const index of rows) await client.query(index.definition);
}
