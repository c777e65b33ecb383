/** The worker role: takes jobs of every definition and runs the verb behind it. */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { AppContext } from './context.ts';
import type { JobDefinition, JobPayload } from './job.ts';

/** Which attempt of which job a handler holds; writes to a sync session are fenced by it. */
export type JobRun = { jobId: string; attempt: number; lastAttempt: boolean; signal: AbortSignal };

export type JobHandler<D extends JobDefinition> = (ctx: AppContext, payload: JobPayload<D>, run: JobRun) => Promise<void>;

export type HandledJob = { definition: JobDefinition; handle: JobHandler<JobDefinition> };

/** Pairs a definition with its handler, checking that the payload fits. */
export function handled<D extends JobDefinition>(definition: D, handle: JobHandler<D>): HandledJob {
  return {
    definition,
    // Parsed by the schema that the type is inferred from.
    handle: (ctx, payload, run) => handle(ctx, definition.payload.parse(payload) as JobPayload<D>, run),
  };
}

/** Creates the queues. Part of a deployment step, idempotent; both roles need them before they send or work. */
export async function createQueues(boss: PgBoss, definitions: JobDefinition[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const { name, queue } of definitions) {
    const { policy, ...updatable } = queue;
    if (existing.has(name)) await boss.updateQueue(name, updatable);
    else await boss.createQueue(name, queue);
  }
}

export async function startWorker(ctx: AppContext, jobs: HandledJob[]): Promise<void> {
  for (const { definition, handle } of jobs) {
    const options = { includeMetadata: true, pollingIntervalSeconds: 1, localConcurrency: definition.concurrency } as const;
    await ctx.boss.work(definition.name, options, async ([job]: JobWithMetadata<object>[]) => {
      if (job) await runJob(ctx, definition, handle, job);
    });
  }
}

async function runJob(
  ctx: AppContext,
  definition: JobDefinition,
  handle: JobHandler<JobDefinition>,
  job: JobWithMetadata<object>,
): Promise<void> {
  const log = ctx.log.child({ job: definition.name, jobId: job.id, attempt: job.retryCount });
  const started = performance.now();
  try {
    await handle(ctx, job.data, {
      jobId: job.id,
      attempt: job.retryCount,
      lastAttempt: job.retryCount >= job.retryLimit,
      signal: job.signal,
    });
    log.info({ ms: Math.round(performance.now() - started) }, 'job done');
  } catch (error) {
    log.error({ err: error, ms: Math.round(performance.now() - started) }, 'job failed');
    throw error;
  }
}
