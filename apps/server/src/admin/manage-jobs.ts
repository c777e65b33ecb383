import type { JobInput, JobView } from '@guildhall/contracts/admin.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { writeAdminLog } from './admin-log.ts';
import { findJob } from './jobs.queries.ts';

/** A job that was given up is tried once more. */
export async function retryJob(ctx: AppContext, actor: Actor, { queue, jobId }: JobInput): Promise<JobView> {
  const { state } = await findJob(ctx, queue, jobId);
  if (state !== 'failed') throw wrongState('Only a job that was given up can be tried again.');
  await ctx.boss.retry(queue, jobId);
  await writeAdminLog(ctx.sql, actor, { action: 'job_retried', details: { queue, jobId } });
  return findJob(ctx, queue, jobId);
}

/** A job that waits is not run; one that runs is told to stop. */
export async function cancelJob(ctx: AppContext, actor: Actor, { queue, jobId }: JobInput): Promise<JobView> {
  const { state } = await findJob(ctx, queue, jobId);
  if (!['created', 'retry', 'active'].includes(state)) throw wrongState('This job has ended already.');
  await ctx.boss.cancel(queue, jobId);
  await writeAdminLog(ctx.sql, actor, { action: 'job_cancelled', details: { queue, jobId } });
  return findJob(ctx, queue, jobId);
}

const wrongState = (message: string) => new AppError('CONFLICT', 'job_state', message);
