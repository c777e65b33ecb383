import type { JobInput, JobsChangedView, JobView, QueueInput } from '@guildhall/contracts/admin.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { isDuplicateKey } from '../core/db/violates.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../identity/people/admin-log.ts';
import { findJob, requireQueue } from './jobs.queries.ts';

/** Queues a failed job once more. One that carried out a sync resumes its session (`claimSyncSession`). */
export async function retryJob(ctx: AppContext, actor: Actor, job: JobInput): Promise<JobView> {
  const { state } = await findJob(ctx, job.queue, job.jobId);
  if (state !== 'failed') throw wrongState('Only a job that has failed for good can be retried.');
  return refusingTwins(() => changeJob(ctx, actor, job, 'retry'));
}

/** Cancels a waiting job, or tells a running one to stop. */
export async function cancelJob(ctx: AppContext, actor: Actor, job: JobInput): Promise<JobView> {
  const { state } = await findJob(ctx, job.queue, job.jobId);
  if (!['created', 'retry', 'active'].includes(state))
    throw wrongState('This job has already ended, so it cannot be cancelled.');
  return changeJob(ctx, actor, job, 'cancel');
}

async function changeJob(ctx: AppContext, actor: Actor, { queue, jobId }: JobInput, how: 'retry' | 'cancel') {
  await ctx.transact(async (tx) => {
    const action = how === 'retry' ? 'job_retried' : 'job_cancelled';
    await writeAdminLog(tx.sql, actor, { action, details: { queue, jobId } });
    await ctx.boss[how](queue, jobId, { db: tx.queueDb });
    tx.changed({ type: 'job.changed', subjectId: jobId, audience: 'administrators' });
  });
  return findJob(ctx, queue, jobId);
}

const MOST_AT_ONCE = 1_000;

/** The newest of several failures of the same work, and none whose work waits or runs already. */
const FAILED = query({ ids: 'uuid[]', all: 'int' })`
  select array(
      select distinct on (coalesce(j.singleton_key, j.id::text)) j.id from pgboss.job j
      where j.name = $1 and j.state = 'failed' and not exists (
        select from pgboss.job o
        where o.name = j.name and o.singleton_key = j.singleton_key and o.state in ('created', 'retry', 'active'))
      order by coalesce(j.singleton_key, j.id::text), j.created_on desc limit ${MOST_AT_ONCE}) as ids,
    (select count(*)::int from pgboss.job where name = $1 and state = 'failed') as "all"`;

/** Every job of a queue that was given up is tried once more. */
export async function retryFailedJobs(ctx: AppContext, actor: Actor, { queue }: QueueInput): Promise<JobsChangedView> {
  return refusingTwins(() => changeJobs(ctx, actor, queue, FAILED, 'retry'));
}

const DUE = `name = $1 and state in ('created', 'retry') and start_after <= now()`;
const WAITING = query({ ids: 'uuid[]', all: 'int' })`
  select array(select id from pgboss.job where ${DUE} order by created_on limit ${MOST_AT_ONCE}) as ids,
    (select count(*)::int from pgboss.job where ${DUE}) as "all"`;

/** The jobs of a queue that wait now are not run. Those that run, and those for later, stay. */
export async function cancelWaitingJobs(ctx: AppContext, actor: Actor, { queue }: QueueInput) {
  return changeJobs(ctx, actor, queue, WAITING, 'cancel');
}

async function changeJobs(ctx: AppContext, actor: Actor, queue: string, which: typeof FAILED, how: 'retry' | 'cancel') {
  await requireQueue(ctx, queue);
  return ctx.transact(async ({ sql, queueDb }) => {
    const { ids, all } = await sql.one(which, [queue]);
    const changed = ids.length;
    if (changed > 0) {
      await ctx.boss[how](queue, ids, { db: queueDb });
      const action = how === 'retry' ? 'jobs_retried' : 'jobs_cancelled';
      await writeAdminLog(sql, actor, { action, details: { queue, count: changed } });
    }
    return { changed, left: all - changed };
  });
}

/** A job that is queued meanwhile with the same key does the same work. */
async function refusingTwins<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicateKey(error))
      throw wrongState('The same work is already waiting or running, so there is nothing to retry.');
    throw error;
  }
}

const wrongState = (message: string) => conflict('job_state', message);
