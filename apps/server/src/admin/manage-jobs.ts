import type { JobInput, JobView } from '@guildhall/contracts/admin.ts';
import type { Actor } from '../core/actor.ts';
import { isDuplicate } from '../core/db/violates.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { findJob } from './jobs.queries.ts';

/**
 * Queues a failed job once more. A job that carried out a sync resumes its session where it stopped
 * (`claimSyncSession`).
 */
export async function retryJob(ctx: AppContext, actor: Actor, { queue, jobId }: JobInput): Promise<JobView> {
  const { state } = await findJob(ctx, queue, jobId);
  if (state !== 'failed') throw wrongState('Only a job that has failed for good can be retried.');
  try {
    await ctx.transact(async (tx) => {
      await writeAdminLog(tx.sql, actor, { action: 'job_retried', details: { queue, jobId } });
      await ctx.boss.retry(queue, jobId, { db: tx.queueDb });
      tx.changed({ type: 'job.changed', subjectId: jobId, audience: 'administrators' });
    });
  } catch (error) {
    if (isDuplicate(error))
      throw wrongState('The same work is already waiting or running, so there is nothing to retry.');
    throw error;
  }
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
const wrongState = (message: string) => conflict('job_state', message);
