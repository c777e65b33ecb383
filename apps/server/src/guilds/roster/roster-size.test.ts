import type { RosterInput } from '@guildhall/contracts/organization.ts';
import type { RosterHistoryInput } from '@guildhall/contracts/roster.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/db.ts';
import { oldGuild, oldMember, plainGuild, seedRosters } from '../../../test/large-rosters.ts';
import { explainPrepared, nodesOf, rowsRead, type Statement } from '../../../test/query-plans.ts';
import { entities } from '../../app/entities.ts';
import { createDatabase } from '../../core/db/database.ts';
import { createOrm, entityManagerOf } from '../../core/db/orm.ts';
import { sqlOver } from '../../core/db/sql.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import { followOwners } from '../../membership/characters/claims.ts';
import { OVERVIEW } from '../organizations/organization.queries.ts';
import { applyRoster } from './apply-roster.ts';
import { COMPOSITION } from './composition.queries.ts';
import { rosterStatements } from './roster.queries.ts';
import { historyStatements } from './roster-history.queries.ts';

const VIEWER = { userId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', seesUnproven: false };

const FOUNDER = `
  insert into role (organization_id, name, is_founder, permissions) values ($1, 'Founder', true, '{canManageGuild,canManageRoles}')`;

describe('a million members in a thousand guilds', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let orm: Awaited<ReturnType<typeof createOrm>>;

  beforeAll(async () => {
    database = await cloneDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await seedRosters(client);
    await client.query(
      `insert into newest_patch select r, g, 12, now() from unnest('{us,eu,kr,tw}'::text[]) r,
       unnest('{retail,classic,classic-era,classic-anniversary}'::text[]) g`,
    );
    // Nothing of it connects: entities are written through the client.
    orm = await createOrm(createDatabase(database.url, { max: 1 }), { entities });
  }, 600_000);
  afterAll(async () => {
    await client?.end();
    await database?.[Symbol.asyncDispose]();
  });

  /** Reads the rows of one guild only, and few pages of 8 kB. */
  async function expectQuick(statement: Statement, { most, pages = 2_500 }: { most: number; pages?: number }) {
    const explained = await explainPrepared(client, statement);
    const scanned = explained.nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    // One page, with a row for each region and version of the game.
    expect(scanned.filter((node) => node['Relation Name'] !== 'newest_patch')).toEqual([]);
    expect(Math.max(...explained.nodes.map(rowsRead))).toBeLessThanOrEqual(most);
    expect(explained.pages).toBeLessThanOrEqual(pages);
    return explained;
  }

  const input = (changes: Partial<RosterInput>) =>
    ({ page: 1, pageSize: 50, sortBy: 'rank', includeLeft: false, ...changes }) as const;

  const filters: Partial<RosterInput>[] = [
    {},
    { page: 20 },
    { pageSize: 200 },
    { search: 'ab' },
    { search: 'nobody is called so' },
    { classId: 3 },
    { rank: 4 },
    { search: 'a', classId: 3, rank: 4 },
  ];
  const sorts = (['rank', 'name', 'lastLogin'] as const).flatMap((sortBy) =>
    (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
  );
  const rosters = [
    { guild: plainGuild, includeLeft: false, most: 1_000 },
    { guild: oldGuild, includeLeft: false, most: 3_000 },
    { guild: oldGuild, includeLeft: true, most: 3_000 },
  ];
  const pages = rosters.flatMap((roster) => sorts.map((sort) => ({ ...roster, ...sort })));

  test.each(pages)(
    'reads pages of $guild by $sortBy $sortOrder quickly, including former members: $includeLeft',
    async ({ guild, most, ...sorted }) => {
      for (const filter of filters) {
        const { page } = rosterStatements(guild, VIEWER, input({ ...sorted, ...filter }));
        const { plan } = await expectQuick(page, { most });
        // Details are looked up for the page only, not for all candidates.
        const lookedUp = nodesOf(plan).filter((node) => node['Relation Name'] === 'character');
        for (const node of lookedUp) expect(node['Actual Loops']).toBeLessThanOrEqual(filter.pageSize ?? 50);
      }
    },
    120_000,
  );

  test.each(['asc', 'desc'] as const)('the default sort %s uses its index and sorts nothing', async (sortOrder) => {
    const { page } = rosterStatements(oldGuild, VIEWER, input({ sortOrder }));
    const { nodes } = await expectQuick(page, { most: 50 });
    expect(nodes.map((node) => node['Index Name'])).toContain('roster_entry_by_rank');
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
  });

  test.each(rosters)(
    'counts the members of $guild quickly, including former members: $includeLeft',
    async ({ guild, includeLeft, most }) => {
      for (const filter of filters) {
        await expectQuick(rosterStatements(guild, VIEWER, input({ includeLeft, ...filter })).count, { most });
      }
    },
  );

  test.each([plainGuild, oldGuild])('counts what the members of %s play quickly', async (guild) => {
    for (const activeSince of [null, 30]) {
      const composition = { ...COMPOSITION, values: [guild, activeSince] };
      await expectQuick(composition, { most: 3_000, pages: 200 });
    }
  });

  test.each([plainGuild, oldGuild])(
    'reads the rest of the page about %s quickly, with its roles and their holders',
    async (guild) => {
      await client.query(FOUNDER, [guild]);
      const overview = { ...OVERVIEW, values: [guild, '00000000-0000-7000-8000-000000000001', true] };
      const { nodes, pages } = await explainPrepared(client, overview);
      const mostOf = (table: string) =>
        Math.max(0, ...nodes.filter((node) => node['Relation Name'] === table).map(rowsRead));
      expect(mostOf('roster_entry')).toBeLessThanOrEqual(3_000);
      // Looks up owners only for characters of the highest rank; here every tenth member has it.
      expect(mostOf('character')).toBeLessThanOrEqual(100);
      expect(pages).toBeLessThanOrEqual(800);
    },
  );

  const histories: Partial<RosterHistoryInput>[] = [
    {},
    { page: 20 },
    { kind: 'rank' },
    { memberId: oldMember },
    { memberId: oldMember, kind: 'level' },
  ];
  test.each(histories)('reads the history of a roster quickly with %o', async (filter) => {
    const { page, count } = historyStatements(oldGuild, { page: 1, pageSize: 50, ...filter });
    await expectQuick(page, { most: 1_000 });
    await expectQuick(count, { most: 24_000 });
  });

  /** Reads of large tables by this connection, including unreported ones of earlier transactions. */
  const READ = `
    select sum(seq_tup_read)::int as "bySequence", sum(idx_tup_fetch)::int as "byIndex" from pg_stat_xact_user_tables
    where relname in ('roster_entry', 'character', 'roster_event', 'membership')`;

  async function readBy(work: (tx: Changing) => Promise<unknown>): Promise<number> {
    const counted = async () => (await client.query<{ bySequence: number; byIndex: number }>(READ)).rows[0];
    // Within a transaction nothing is reported, so the counters start over.
    await client.query('begin');
    const before = await counted();
    const em = entityManagerOf(orm, { query: (statement) => client.query(statement), release: () => {} });
    await work({ sql: sqlOver(client), em, changed: () => {} });
    const after = await counted();
    await client.query('rollback');
    if (!before || !after) throw new Error('Nothing was counted');
    expect(after.bySequence - before.bySequence).toBe(0);
    return after.byIndex - before.byIndex;
  }

  test('a sync of one guild reads only the rows of that guild and their owners', async () => {
    const rows = await client.query(
      `select platform_realm_id as "realmId", platform_character_id::int as "characterId", name, realm_slug as "realmSlug",
         level, class_id as "classId", race_id as "raceId", 'horde' as faction, (rank + 1) % 10 as rank
       from roster_entry where organization_id = $1 and left_at is null limit 990`,
      [plainGuild],
    );
    const answer = { members: rows.rows, guildName: 'Guild', faction: null, lastModified: null };
    const read = await readBy(async (tx) => {
      expect(await applyRoster(tx, plainGuild, answer)).toEqual({
        hold: null,
        added: 0,
        updated: 990,
        removed: 10,
        transfers: 0,
      });
    });
    expect(read).toBeLessThan(25_000);
  });

  test('applying a person’s proofs reads no more than the guilds concerned', async () => {
    const { rows } = await client.query<{ id: string }>('select id from character order by id limit 20');
    const read = await readBy((tx) =>
      followOwners(
        tx,
        rows.map(({ id }) => id),
      ),
    );
    expect(read).toBeLessThan(25_000);
  });
});
