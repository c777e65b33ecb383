/** A million members in a thousand guilds, and measurements of statements on them. */
import type pg from 'pg';
import { slowness } from './slowness.ts';

/** Computable ids: `kind` keeps the tables apart. */
const uuid = (kind: number, number: string) =>
  `('0199d3a0-000${kind}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const [PERSON, CHARACTER, GUILD] = [1, 2, 3];
const GUILDS = 1_000;
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

const MEMBERS = `
  insert into roster_entry (${COLUMNS}, claimed_by_id)
  select ${values(uuid(GUILD, '1 + n / 1000'))}, case when n % 10 = 0 then ${uuid(CHARACTER, 'n')} end
  from generate_series(0, ${GUILDS * 1000 - 1}) n`;

const LEFT = `
  insert into roster_entry (${COLUMNS}, left_at, last_seen_in_roster)
  select ${values(`'${oldGuild}'`)}, now() - n % 3000 * interval '1 hour', now() - n % 3000 * interval '1 hour'
  from generate_series(${GUILDS * 1000}, ${GUILDS * 1000 + LEAVERS - 1}) n`;

const EVENTS = `
  insert into roster_event (organization_id, entry_id, kind, before, after, at)
  select e.organization_id, e.id, (array['joined', 'rank', 'level', 'renamed'])[1 + e.platform_character_id % 4], '1', '2',
    now() - (e.platform_character_id % 9000 + g) * interval '1 minute'
  from roster_entry e, generate_series(1, case when e.organization_id = '${oldGuild}' then 8 else 1 end) g
  where e.platform_character_id % 5 = 0 or e.organization_id = '${oldGuild}'`;

const REST = [
  `insert into organization (id, name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug,
     name_slug, roster_synced_at)
   select ${uuid(GUILD, 'g')}, 'Guild ' || g, 'synced', 'us', 'retail', 1, g, 'highmere', 'guild-' || g, now()
   from generate_series(1, ${GUILDS}) g`,
  `insert into role (organization_id, name, game_rank, permissions)
   select id, 'Rank ' || r, r, '{canViewRoster}' from organization, generate_series(0, 9) r`,
  `insert into app_user (id, display_name) select ${uuid(PERSON, 'n')}, 'Person ' || n from generate_series(0, ${GUILDS * 50}) n`,
  `insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
     realm_slug, class_id, race_id, level, verified_at)
   select ${uuid(CHARACTER, 'n')}, ${uuid(PERSON, 'n / 20')}, 'synced', 'us', 'retail', 1, n, 'Name', 'highmere', 1, 1, 80, now()
   from generate_series(0, ${GUILDS * 1000 - 1}, 10) n`,
];

/** Writes everything in a few statements. */
export async function seedRosters(client: pg.Client): Promise<void> {
  // The rows are consistent by construction, and checking every foreign key would take most of the time.
  await client.query('set session_replication_role = replica');
  for (const statement of REST) await client.query(statement);
  await withoutIndexes(client, ['roster_entry', 'roster_event'], async () => {
    for (const statement of [MEMBERS, LEFT, EVENTS]) await client.query(statement);
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

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** PostgreSQL plans a named statement anew five times, then uses one generic plan if that is as good. */
const PLANNED_ANEW = 5;
const RUNS = 60;
const PATIENCE_MS = 20_000;

type Statement = { text: string; values: unknown[] };

/**
 * Explains a statement as the service sends it: prepared, and planned as often before. Returns the best of several
 * runs, because other work shares the machine, in milliseconds of the machine for which `limitMs` is meant.
 */
export async function explainPrepared(client: pg.Client, { text, values }: Statement, limitMs: number) {
  await client.query('deallocate all');
  await client.query(`prepare statement as ${text}`);
  const execute = `execute statement(${values.map(literal).join(', ')})`;
  for (let run = 0; run <= PLANNED_ANEW; run++) await client.query(execute);
  let best: { Plan: PlanNode; 'Execution Time': number } | undefined;
  let machine = 1;
  const started = performance.now();
  for (let run = 1; run <= RUNS || performance.now() - started < PATIENCE_MS; run++) {
    const { rows } = await client.query(`explain (analyze, format json) ${execute}`);
    const measured = rows[0]['QUERY PLAN'][0];
    if (!best || measured['Execution Time'] < best['Execution Time']) best = measured;
    if (run % 10 === 0) machine = await slowness(client);
    if (run > 1 && best && best['Execution Time'] / machine < limitMs) break;
  }
  if (!best) throw new Error('There is no plan');
  return { ms: best['Execution Time'] / machine, nodes: nodesOf(best.Plan), plan: best.Plan };
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The rows a node has read in all its loops. */
export const rowsRead = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];
