import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { eventually, patiently } from '../../test/guild.ts';
import { spawnWorker, startWorkerOf } from '../../test/workers.ts';
import { sendJob } from '../core/jobs/job.ts';
import { reconcileJob } from '../core/syncs/reconcile.ts';
import { advanceEventsJob } from '../events/planning/advance-events.ts';
import { rosterSweepJob } from '../guilds/guild-sync/guilds.jobs.ts';
import { catalogueSyncJob } from '../reference/game-data/reference.jobs.ts';
import { createContext } from './compose.ts';
import { scheduleJobs } from './jobs.ts';

/** How often each came due, by the minute, and how many jobs came of that. */
const FIRED = `
  select name, count(*)::int as jobs, (
    select count(distinct data ->> 'slot')::int from pgboss.job due
    where due.name = '__pgboss__send-it' and due.state = 'completed' and due.data ->> 'name' = fired.name) as due
  from pgboss.job fired where name in ('reconcile-sync-sessions', 'advance-events') group by name order by name`;

test('a schedule fires once with three worker processes', async () => {
  await using app = await testApp({ schedules: true });
  await using _second = await startWorkerOf(app);
  await using _third = await startWorkerOf(app);
  const fired = () => app.ctx.sql<{ name: string; jobs: number; due: number }>(FIRED);
  // Each process looks twice a minute: when the next minute's jobs are there, all have looked at the one before.
  await eventually(async () => {
    const rows = await fired();
    expect(rows).toHaveLength(2);
    for (const { jobs, due } of rows) expect([due > 1, jobs]).toEqual([true, due]);
  }, 240_000);
}, 300_000);

test('schedules that came due without a worker run once, and not beside the same queued work', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  await scheduleJobs(app.ctx);
  await sql(`update pgboss.schedule set created_on = now() - interval '1 year'`);
  await sql(`update pgboss.version set cron_on = now() - interval '8 days'`);
  const waiting = await sendJob(app.ctx.boss, catalogueSyncJob, {});
  // Keeps the schedule, and works on nothing.
  await using _timekeeper = await createContext({ ...app.config, roles: new Set(['worker']) }, { log: app.ctx.log });
  const seldom = [
    'catalogue-sync',
    'clean-up',
    'forget-stale-characters',
    'image-purge',
    'journal-sync',
    'reference-sync',
  ];
  await eventually(async () => {
    const forwarded = `select state from pgboss.job where name = '__pgboss__send-it' and data ->> 'name' = any($1)`;
    expect(await sql(forwarded, [seldom])).toEqual(seldom.map(() => ({ state: 'completed' })));
  });
  const jobs = await sql<{ id: string; name: string }>(
    `select id, name from pgboss.job where name = any($1) order by name`,
    [seldom],
  );
  expect(jobs.map(({ name }) => name)).toEqual(seldom);
  expect(jobs[0]?.id).toBe(waiting);
}, 300_000);

test('a worker killed during a job that runs every minute does not block the next run', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql, boss } = app.ctx;
  await using stack = new AsyncDisposableStack();
  const lock = new pg.Client({ connectionString: app.config.databaseUrl });
  stack.defer(() => lock.end());
  await lock.connect();
  await lock.query('begin; lock table event, sync_session, organization in access exclusive mode');
  const looks = [reconcileJob, rosterSweepJob, advanceEventsJob];
  const ids = await Promise.all(looks.map((job) => sendJob(boss, job, {})));
  // Only missing heartbeats tell that the worker is gone.
  await sql('update pgboss.job set expire_seconds = 3600 where id = any($1)', [ids]);
  const states = async () =>
    (await sql<{ state: string }>('select state from pgboss.job where id = any($1)', [ids])).map(({ state }) => state);
  {
    await using _doomed = await spawnWorker(app);
    await eventually(async () => expect(await states()).toEqual(['active', 'active', 'active']));
  }
  await lock.query('rollback');
  await using _next = await startWorkerOf(app);
  await patiently(async () => expect(await states()).toEqual(['completed', 'completed', 'completed']));
}, 300_000);
