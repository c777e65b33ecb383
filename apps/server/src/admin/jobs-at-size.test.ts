/** The cost of looking at queues beside the finished jobs of a week. */
import { JobState } from '@guildhall/contracts/admin.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { patiently } from '../../test/guild.ts';
import { createPerson } from '../../test/people.ts';
import { explainPrepared } from '../../test/query-plans.ts';
import { startWorkerOf } from '../../test/workers.ts';
import { jobDefinitions } from '../app/jobs.ts';
import { DUE, LOST } from '../core/jobs/worker.ts';
import { COUNT, PAGE, QUEUES } from './jobs.queries.ts';

const FINISHED = 300_000;
const NAMES = jobDefinitions.map(({ name }) => name);
const LARGE = 'send-event-mail';

/** Most are of one queue; one in 400 has failed, the others are of the last seven days. */
const SEED = `
  insert into pgboss.job_common (id, name, data, state, policy, singleton_key, start_after, created_on, started_on, completed_on, output)
  select gen_random_uuid(), case when n % 10 = 0 then 'roster-sync-scheduled' else '${LARGE}' end,
    jsonb_build_object('userId', gen_random_uuid(), 'eventId', gen_random_uuid()),
    (case when n % 400 = 7 then 'failed' else 'completed' end)::pgboss.job_state, 'exclusive', n::text, at, at, at, at,
    case when n % 400 = 7 then '{"message":"refused"}'::jsonb end
  from (select n, now() - n * interval '2 seconds' as at from generate_series(1, ${FINISHED}) n order by n desc) job`;

describe('300,000 finished jobs', () => {
  let app: TestApp;
  let client: pg.Client;

  beforeAll(async () => {
    app = await testApp({ roles: ['web'] });
    client = new pg.Client({ connectionString: app.config.databaseUrl });
    await client.connect();
    // Otherwise vacuum may come before the rows are on disk, and leaves their pages out.
    await client.query('set synchronous_commit = on');
    await client.query(SEED);
    await client.query('vacuum analyze pgboss.job_common');
  });
  afterAll(async () => {
    await client?.end();
    await app?.[Symbol.asyncDispose]();
  });

  const pagesOf = async ({ text }: { text: string }, ...values: unknown[]) =>
    (await explainPrepared(client, { text, values })).pages;

  test('what a worker asks every second reads none of them', async () => {
    expect(await pagesOf(DUE, NAMES)).toBeLessThanOrEqual(200);
    expect(await pagesOf(LOST, NAMES)).toBeLessThanOrEqual(200);
  });

  test('the state of all queues counts entries of indexes', async () => {
    // The index has the 43,200 of the last day on some 500 pages; the table has some 10,000.
    expect(await pagesOf(QUEUES)).toBeLessThanOrEqual(1_500);
    const admin = await createPerson(app, { isAdmin: true });
    const { body } = await admin.request('get', '/api/v1/admin/jobs').expect(200);
    const large = body.queues.find(({ name }: { name: string }) => name === LARGE);
    const { rows } = await client.query(
      `select count(*) filter (where state = 'failed')::int as failed,
         count(*) filter (where state = 'completed' and completed_on > now() - interval '24 hours')::int as completed24h,
         (array_agg(id order by completed_on desc) filter (where state = 'failed'))[1] as newest
       from pgboss.job where name = $1`,
      [LARGE],
    );
    const { newest, failed, completed24h } = rows[0];
    expect(large).toMatchObject({ failed, active: 0, queued: 0, lastError: { jobId: newest, message: 'refused' } });
    expect(Math.abs(large.completed24h - completed24h)).toBeLessThanOrEqual(10);
  });

  test('a page of jobs, of all states or of one, reads what it shows', async () => {
    for (const states of [JobState.options, ['failed'], ['completed'], ['active']]) {
      expect(await pagesOf(PAGE, LARGE, states, 50, 0)).toBeLessThanOrEqual(500);
      expect(await pagesOf(PAGE, LARGE, states, 50, 10_000)).toBeLessThanOrEqual(700);
      expect(await pagesOf(COUNT, LARGE, states)).toBeLessThanOrEqual(5_000);
    }
    const { rows } = await client.query(PAGE.text, [LARGE, JobState.options, 50, 100]);
    const newest = 'select id from pgboss.job where name = $1 order by created_on desc, id desc limit 50 offset 100';
    expect(rows.map(({ id }) => id)).toEqual((await client.query(newest, [LARGE])).rows.map(({ id }) => id));
  });

  test('a worker without work does not read the table, not even while the library supervises it', async () => {
    const read = `select coalesce(sum(idx_scan), 0)::int as looks, coalesce(sum(seq_scan), 0)::int as scans
      from pg_stat_user_tables where relname = 'job_common'`;
    await using _worker = await startWorkerOf(app);
    const before = (await client.query(read)).rows[0];
    await patiently(async () => {
      const now = (await client.query(read)).rows[0];
      expect(now.looks).toBeGreaterThan(before.looks + 5 * NAMES.length);
    });
    expect((await client.query(read)).rows[0].scans - before.scans).toBeLessThanOrEqual(3);
  });
});
