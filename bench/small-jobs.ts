/** Measures how fast one worker drains a queue of jobs that have next to nothing to do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext } from '../apps/server/src/app/compose.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import { query } from '../apps/server/src/core/db/statement.ts';
import type { AppContext } from '../apps/server/src/core/services/context.ts';
import { uuidv7 } from '../apps/server/src/core/uuid.ts';
import { imageFilesJob } from '../apps/server/src/pictures/images/images.jobs.ts';
import type { Bench } from './bench.ts';
import { freePort, residentMegabytes, startChild } from './child.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { FLAGS } from './service.ts';

const part = 'small-jobs';
const LIMIT_MS = 120_000;

export async function measureSmallJobs({ stack, profileFolder, say, record, size }: Bench): Promise<void> {
  const count = size(10_000, 10);
  const folder = await scratchFolder(stack);
  const databaseUrl = await scratchDatabase(stack, folder);
  const environment = {
    NODE_ENV: 'test',
    ROLES: 'worker',
    SIMULATOR: 'off',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'info',
    PORT: String(await freePort()),
  };
  const ctx = stack.use(await createContext({ ...readConfig(environment), roles: new Set(), logLevel: 'warn' }));
  await queueRemovals(ctx, count);
  say(`${part}: ${count} removals of pictures whose files are gone already …`);
  const flags = [...FLAGS, ...(profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [])];
  const worker = stack.use(startChild('apps/server/src/main.ts', [], { flags, environment }));
  const { done, failed, seconds } = await drained(ctx);
  const residentMb = await residentMegabytes(worker.pid);
  await worker.stop();
  record([
    { part, measure: 'jobs done', value: done, unit: '', target: { atLeast: count }, note: `${failed} failed` },
    { part, measure: 'first begun until last done', value: seconds, unit: 's' },
    { part, measure: 'jobs a second', value: done / seconds, unit: '', target: { atLeast: 500 }, note: 'one worker' },
    { part, measure: 'memory of the worker, RSS', value: residentMb, unit: 'MB' },
  ]);
}

/** Each job checks whether the picture is still shown and removes its folder. */
async function queueRemovals(ctx: AppContext, count: number): Promise<void> {
  await ctx.transact((tx) =>
    tx.enqueueAll(
      imageFilesJob,
      Array.from({ length: count }, () => ({ payload: { imageId: uuidv7() } })),
    ),
  );
}

const PROGRESS = query({ done: 'int', failed: 'int', left: 'int', seconds: 'float' })`
  select count(*) filter (where state = 'completed')::int as done, count(*) filter (where state = 'failed')::int as failed,
    count(*) filter (where state <= 'active')::int as left,
    coalesce(extract(epoch from max(completed_on) - min(started_on))::float8, 0) as seconds
  from pgboss.job where name = '${imageFilesJob.name}'`;

async function drained(ctx: AppContext): Promise<{ done: number; failed: number; seconds: number }> {
  for (const startedAt = Date.now(); Date.now() - startedAt < LIMIT_MS; await sleep(500)) {
    const now = await ctx.sql.one(PROGRESS);
    if (now.left === 0) return now;
  }
  throw new Error('The queue takes too long');
}
