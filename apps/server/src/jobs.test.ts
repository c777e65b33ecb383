import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { eventually } from '../test/guild.ts';
import { startWorkerOf } from '../test/workers.ts';

const FIRED = `
  select name, count(*)::int as jobs, date_trunc('minute', created_on) as minute from pgboss.job
  where name in ('reconcile-sync-sessions', 'tend-events') group by name, minute order by minute, name`;

test('what is scheduled fires once, with three worker processes', async () => {
  await using app = await testApp();
  await using _second = await startWorkerOf(app);
  await using _third = await startWorkerOf(app);
  const fired = () => app.ctx.sql<{ name: string; jobs: number; minute: string }>(FIRED);
  // Each process looks twice a minute: when the next minute's jobs are there, all have looked at the one before.
  const all = await eventually(async () => {
    const rows = await fired();
    expect(new Set(rows.map(({ minute }) => minute)).size).toBeGreaterThan(1);
    return rows;
  }, 170_000);
  expect(all.filter(({ jobs }) => jobs !== 1)).toEqual([]);
  expect(new Set(all.map(({ name }) => name)).size).toBe(2);
}, 200_000);
