/** The cost of administrators' lists beside many people and syncs. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/db.ts';
import { explainPrepared } from '../../test/query-plans.ts';
import { EVERYBODY, SEARCHED } from './admin-users.queries.ts';
import { SYNCS } from './metrics.route.ts';
import { RECENT } from './stats.queries.ts';

const PEOPLE = 60_000;

/** Names that have many groups of three letters in common; the last person has another one. */
const SEED_PEOPLE = `
  with people as (
    insert into app_user (display_name, email)
    select case when n = ${PEOPLE} then 'Ýsolde 50% off_' else 'Member ' || md5(n::text) end,
      case when n % 2 = 0 then 'member-' || n || '@guild.example' end
    from generate_series(1, ${PEOPLE}) n returning id
  )
  insert into account (user_id, provider_id, account_id, display_name)
  select id, 'battlenet', id::text, case when place = 7 then 'Emberlord#1234' else 'Tag' || md5(id::text) end
  from (select id, row_number() over () as place from people) p`;

/** Nearly all are of rosters; the journal and the catalogue have a few, the oldest of all. */
const SEED_SYNCS = `
  insert into sync_session (kind, subject_id, trigger, status, job_id, created_at, started_at, finished_at)
  select case when n > 299900 then 'journal' when n > 299800 then 'catalogue' else 'roster' end, uuidv7(), 'schedule',
    'completed', uuidv7(), at, at, at
  from (select n, now() - n * interval '2 seconds' as at from generate_series(1, 300000) n order by n desc) sync`;

describe('60,000 people and 300,000 syncs', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await cloneDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Otherwise vacuum may come before the rows are on disk, and leaves their pages out.
    await client.query('set synchronous_commit = on');
    await client.query(SEED_PEOPLE);
    await client.query(SEED_SYNCS);
    await client.query('vacuum analyze');
  });
  afterAll(async () => {
    await client?.end();
    await database?.[Symbol.asyncDispose]();
  });

  const pagesOf = async ({ text }: { text: string }, ...values: unknown[]) =>
    (await explainPrepared(client, { text, values })).pages;

  test('the list of people reads a page of it, and a search those whom it may mean', async () => {
    // The tables of people and of their accounts have some 1,000 pages each, and indexes as large.
    expect(await pagesOf(EVERYBODY.page, '', 50, 0)).toBeLessThanOrEqual(500);
    for (const sought of ['ysolde', 'EMBERLORD#', 'member-777@', 'zzzz', '0% OFF_']) {
      expect(await pagesOf(SEARCHED.page, sought, 50, 0)).toBeLessThanOrEqual(400);
      expect(await pagesOf(SEARCHED.count, sought)).toBeLessThanOrEqual(400);
    }
    const { rows } = await client.query(SEARCHED.page.text, ['0% off_', 50, 0]);
    expect(rows).toMatchObject([{ displayName: 'Ýsolde 50% off_' }]);
    const [{ id }] = rows;
    expect((await client.query(SEARCHED.count.text, [id.toUpperCase()])).rows).toEqual([{ total: 1 }]);
    expect((await client.query(SEARCHED.count.text, [id.replaceAll('-', '')])).rows).toEqual([{ total: 0 }]);
  });

  test('the latest syncs of a kind, and those of the last hour, are the next entries of an index', async () => {
    for (const kind of ['roster', 'journal', 'catalogue']) {
      expect(await pagesOf(RECENT, kind)).toBeLessThanOrEqual(200);
      expect((await client.query(RECENT.text, [kind])).rowCount).toBe(25);
    }
    expect(await pagesOf(SYNCS)).toBeLessThanOrEqual(200);
  });
});
