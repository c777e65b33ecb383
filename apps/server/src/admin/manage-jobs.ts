import type { JobInput, JobsChangedView, JobView, QueueInput } from '@guildhall/contracts/admin.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { isDuplicate } from '../core/db/violates.ts';
import { conflict } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { findJob, requireQueue } from './jobs.queries.ts';

/**
 * Queues a failed job once more. A job that carried out a sync resumes its session where it stopped
 * (`claimSyncSession`).
 */
export async function retryJob(ctx: AppContext, actor: Actor, { queue, jobId }: JobInput): Promise<JobView> {
  const { state } = await findJob(ctx, queue, jobId);
  if (state !== 'failed') throw wrongState('Only a job that has failed for good can be retried.');
  await refusingTwins(() =>
    ctx.transact(async (tx) => {
      await writeAdminLog(tx.sql, actor, { action: 'job_retried', details: { queue, jobId } });
      await ctx.boss.retry(queue, jobId, { db: tx.queueDb });
      tx.changed({ type: 'job.changed', subjectId: jobId, audience: 'administrators' });
    }),
  );
  return findJob(ctx, queue, jobId);
}

/** Cancels a waiting job, or tells a running one to stop. */
export async function cancelJob(ctx: AppContext, actor: Actor, { queue, jobId }: JobInput): Promise<JobView> {
  const { state } = await findJob(ctx, queue, jobId);
  if (!['created', 'retry', 'active'].includes(state))
    throw wrongState('This job has already ended, so it cannot be cancelled.');
  await ctx.transact(async (tx) => {
    await writeAdminLog(tx.sql, actor, { action: 'job_cancelled', details: { queue, jobId } });
    await ctx.boss.cancel(queue, jobId, { db: tx.queueDb });
    tx.changed({ type: 'job.changed', subjectId: jobId, audience: 'administrators' });
  });
  return findJob(ctx, queue, jobId);
}

const MOST_AT_ONCE = 1_000;

/** The newest of several failures of the same work, and none whose work waits or runs already. */
const RETRYABLE = query({ id: 'uuid' })`
  select distinct on (coalesce(j.singleton_key, j.id::text)) j.id from pgboss.job j
  where j.name = $1 and j.state = 'failed' and not exists (
    select from pgboss.job o
    where o.name = j.name and o.singleton_key = j.singleton_key and o.state in ('created', 'retry', 'active'))
  order by coalesce(j.singleton_key, j.id::text), j.created_on desc limit ${MOST_AT_ONCE}`;
const FAILED = query({
  count: 'int',
})`select count(*)::int as count from pgboss.job where name = $1 and state = 'failed'`;

/** Every job of a queue that was given up is tried once more. */
export async function retryFailedJobs(ctx: AppContext, actor: Actor, { queue }: QueueInput): Promise<JobsChangedView> {
  await requireQueue(ctx, queue);
  return refusingTwins(() =>
    changeAll(ctx, actor, { queue, which: RETRYABLE, all: FAILED, action: 'jobs_retried' }, (ids, db) =>
      ctx.boss.retry(queue, ids, { db }),
    ),
  );
}

const DUE = `name = $1 and state in ('created', 'retry') and start_after <= now()`;
const CANCELLABLE = query({
  id: 'uuid',
})`select id from pgboss.job where ${DUE} order by created_on limit ${MOST_AT_ONCE}`;
const WAITING = query({ count: 'int' })`select count(*)::int as count from pgboss.job where ${DUE}`;

/** The jobs of a queue that wait now are not run. Those that run, and those for later, stay. */
export async function cancelWaitingJobs(
  ctx: AppContext,
  actor: Actor,
  { queue }: QueueInput,
): Promise<JobsChangedView> {
  await requireQueue(ctx, queue);
  return changeAll(ctx, actor, { queue, which: CANCELLABLE, all: WAITING, action: 'jobs_cancelled' }, (ids, db) =>
    ctx.boss.cancel(queue, ids, { db }),
  );
}

type Change = { queue: string; which: typeof RETRYABLE; all: typeof FAILED; action: 'jobs_retried' | 'jobs_cancelled' };

function changeAll(
  ctx: AppContext,
  actor: Actor,
  { queue, which, all, action }: Change,
  change: (ids: string[], db: UnitOfWork['queueDb']) => Promise<unknown>,
): Promise<JobsChangedView> {
  return ctx.transact(async ({ sql, queueDb }) => {
    const { count } = await sql.one(all, [queue]);
    const jobs = await sql.many(which, [queue]);
    const ids = jobs.map(({ id }) => id);
    if (ids.length > 0) {
      await change(ids, queueDb);
      await writeAdminLog(sql, actor, { action, details: { queue, count: ids.length } });
    }
    return { changed: ids.length, left: Math.max(0, count - ids.length) };
  });
}

/** A job that is queued meanwhile with the same key does the same work. */
async function refusingTwins<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error))
      throw wrongState('The same work is already waiting or running, so there is nothing to retry.');
    throw error;
  }
}

const wrongState = (message: string) => conflict('job_state', message);
