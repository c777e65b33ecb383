/** The cost of the sweeps over characters beside many that are due, waiting, queued or archived. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { explainPrepared, rowsRead } from '../../../test/query-plans.ts';
import { scheduledEnrichmentJob } from './enrichment.jobs.ts';
import { FORGET, forgetStaleCharacters, LAPSED } from './forget-stale.ts';
import { DUE, NEVER, refreshStaleCharacters } from './refresh-stale.ts';

const CHARACTERS = 10_000;
const SKIPPED = CHARACTERS / 10;

/**
 * All are due, those with the highest number for longest. The first tenth is archived, the second waits for its profile, the third is
 * queued; the rest has its turn after them.
 */
const SEED = [
  `insert into app_user (display_name) values ('Many')`,
  `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name, realm_slug,
     class_id, race_id, level, verified_at, enriched_at, archived_at, created_at)
   select u.id, 'synced', 'us', 'retail', 1, n, 'Name' || n, 'highmere', 1, 1, 80, now(), now() - interval '2 days',
     case when n > ${CHARACTERS - SKIPPED} then now() end, now() - n * interval '1 second'
   from app_user u, generate_series(1, ${CHARACTERS}) n`,
  `insert into character_section (character_id, section, status, fetched_at, next_at)
   select c.id, s.name, case when waits and s.name = 'profile' then 'not_found' else 'ok' end, now() - interval '2 days',
     case when waits and s.name = 'profile' then now() + interval '1 hour'
       else now() - interval '1 day' - platform_character_id * interval '1 second' end
   from (select *, platform_character_id between ${CHARACTERS - 2 * SKIPPED + 1} and ${CHARACTERS - SKIPPED} as waits from character) c,
     unnest(array['profile', 'equipment', 'raids2', 'stats', 'titles', 'mounts', 'pets', 'toys', 'pvp', 'media']) s(name)`,
];

let app: TestApp;
let client: pg.Client;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  client = new pg.Client({ connectionString: app.config.databaseUrl });
  await client.connect();
  for (const statement of SEED) await client.query(statement);
  const queued = await app.ctx.sql<{ characterId: string }>(
    `select id as "characterId" from character
     where platform_character_id between ${CHARACTERS - 3 * SKIPPED + 1} and ${CHARACTERS - 2 * SKIPPED}`,
  );
  await app.ctx.transact((tx) =>
    tx.enqueueAll(
      scheduledEnrichmentJob,
      queued.map((payload) => ({ payload })),
    ),
  );
  await client.query('vacuum analyze');
});
afterAll(async () => {
  await client.end();
  await app[Symbol.asyncDispose]();
});

const START = ['-infinity', '00000000-0000-0000-0000-000000000000'];

test('picks those overdue for longest behind all that are archived, waiting or queued', async () => {
  const first = await explainPrepared(client, { text: DUE.text, values: [...START, []] });
  const never = await explainPrepared(client, { text: NEVER.text, values: [] });
  await refreshStaleCharacters(app.ctx);
  const picked = await app.ctx.sql<{ number: number }>(
    `select c.platform_character_id::int as number from pgboss.job j join character c on c.id::text = j.singleton_key
     where j.name = $1 and c.platform_character_id <= ${CHARACTERS - 3 * SKIPPED} order by 1 desc`,
    [scheduledEnrichmentJob.name],
  );
  const numbers = picked.map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers).toEqual(numbers.map((_, place) => CHARACTERS - 3 * SKIPPED - place));
  // All due sections are some 90,000 rows.
  expect(Math.max(...first.nodes.map(rowsRead))).toBeLessThanOrEqual(CHARACTERS);
  expect(never.pages).toBeLessThanOrEqual(10);
});

test('deletes what was not checked for 30 days in batches that read only these, beside all others', async () => {
  const lapsed = `update character_section set fetched_at = now() - interval '31 days' where character_id in (
    select id from character where platform_character_id % 10 = 0)`;
  const { rowCount } = await client.query(lapsed);
  await client.query('vacuum analyze character_section');
  const found = await explainPrepared(client, { text: LAPSED.text, values: [] });
  const { rows } = await client.query<{ ids: string[] }>(LAPSED.text);
  await client.query('begin');
  const forgotten = await explainPrepared(client, { text: FORGET.text, values: [rows[0]?.ids] });
  await client.query('rollback');
  expect([rowCount, rows[0]?.ids.length]).toEqual([10_000, 50]);
  // All due sections are some 100,000 rows.
  expect(Math.max(...found.nodes.map(rowsRead))).toBeLessThanOrEqual(500);
  expect(Math.max(...forgotten.nodes.map(rowsRead))).toBeLessThanOrEqual(2_000);
  await forgetStaleCharacters(app.ctx, {}, { signal: new AbortController().signal });
  const [left] = await app.ctx.sql<{ sections: number; enriched: number }>(
    `select (select count(*)::int from character_section) as sections,
       (select count(*)::int from character where enriched_at is not null) as enriched`,
  );
  expect(left).toEqual({ sections: 90_000, enriched: 9_000 });
});
