/** The worker role: takes jobs of every definition and runs the verb behind it. */
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { withPatience } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import { statement } from '../db/statement.ts';
import type { Logger } from '../logger.ts';
import { FinalFailure, type JobDefinition, type JobPayload, type JobRun } from './job.ts';

/** The parts of the context that the worker itself uses; handlers get all of it. */
type WorkerContext = { boss: PgBoss; sql: Sql; log: Logger; config: { databasePatienceMs: number } };

export type JobHandler<D extends JobDefinition, Context> = (
  ctx: Context,
  payload: JobPayload<D>,
  run: JobRun,
) => Promise<void>;

export type HandledJob<Context> = { definition: JobDefinition; handle: JobHandler<JobDefinition, Context> };

/** Pairs a definition with its handler, checking that the payload fits. */
export function handled<D extends JobDefinition, Context>(
  definition: D,
  handle: JobHandler<D, Context>,
): HandledJob<Context> {
  return {
    definition,
    // Parsed by the schema from which the type is inferred.
    handle: (ctx, payload, run) => handle(ctx, definition.payload.parse(payload) as JobPayload<D>, run),
  };
}

/** The delay in milliseconds before the job runs again because of this error; undefined when the job has failed. */
type PostponedFor = (error: unknown) => number | undefined;

/** New jobs announce themselves; retries and postponed jobs start at most this late (by default, half a minute). */
const POLL_SECONDS = 3;

/**
 * Takes jobs until disposed. It then takes no more and signals those that run: a resumable job goes back at once, and
 * another worker continues it within seconds.
 */
export async function startWorker<Context extends WorkerContext>(
  ctx: Context,
  jobs: HandledJob<Context>[],
  postponedFor: PostponedFor,
): Promise<AsyncDisposable> {
  const stopping = new AbortController();
  for (const job of jobs) await takeJobs(ctx, job, stopping.signal, postponedFor);
  return {
    async [Symbol.asyncDispose]() {
      for (const { definition } of jobs) await ctx.boss.offWork(definition.name, { wait: false });
      stopping.abort(new Error('The worker is stopping'));
    },
  };
}

/**
 * Takes the jobs of one queue in lanes, each of which asks the database for jobs. A queue starts with one; when all are
 * busy, the next one opens, as many as the queue allows.
 */
async function takeJobs<Context extends WorkerContext>(
  ctx: Context,
  { definition, handle }: HandledJob<Context>,
  stopping: AbortSignal,
  postponedFor: PostponedFor,
): Promise<void> {
  const options = {
    includeMetadata: true,
    perJobResults: true,
    batchSize: definition.batch ?? 1,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
  } as const;
  let lanes = 0;
  let busy = 0;
  const openLane = async () => {
    lanes += 1;
    const lane = await ctx.boss.work(definition.name, options, async (taken: JobWithMetadata<object>[]) => {
      // A job is seldom alone, so this lane looks for the next one as soon as it is done, without a pause.
      ctx.boss.notifyWorker(lane);
      busy += 1;
      if (busy === lanes && lanes < definition.concurrency && !stopping.aborted) {
        openLane().catch((err: unknown) => {
          lanes -= 1;
          ctx.log.warn({ err, job: definition.name }, 'no further lane');
        });
      }
      const results: JobResult[] = [];
      for (const job of taken) {
        const signal = AbortSignal.any([job.signal, stopping]);
        results.push(await runJob(ctx, { definition, handle }, job, signal, postponedFor));
      }
      busy -= 1;
      return results;
    });
  };
  await openLane();
}

/** A job waits longer for the database than a request: it writes more at once, and nobody is watching. */
const JOB_PATIENCE = 4;

/** Never throws, because a batch reports an outcome for each of its jobs. */
async function runJob<Context extends WorkerContext>(
  ctx: Context,
  { definition, handle }: HandledJob<Context>,
  job: JobWithMetadata<object>,
  signal: AbortSignal,
  postponedFor: PostponedFor,
): Promise<JobResult> {
  const { id: jobId, retryCount: attempt, retryLimit } = job;
  const log = ctx.log.child({ job: definition.name, jobId, attempt });
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  try {
    signal.throwIfAborted();
    const run = { jobId, attempt, lastAttempt: attempt >= retryLimit, signal };
    await withPatience(JOB_PATIENCE * ctx.config.databasePatienceMs, () => handle(ctx, job.data, run));
    log.info({ ms: ms() }, 'job done');
    return { id: jobId, status: 'completed' };
  } catch (error) {
    const refusedMs = postponedFor(error);
    if (signal.aborted) log.info({ ms: ms() }, 'job given back');
    else if (refusedMs !== undefined) {
      // If even that cannot be written, the job is retried as after any failure.
      await ctx.sql.run(POSTPONE, [job.name, job.id, job.retryCount, refusedMs]).then(
        () => log.info({ ms: ms(), refusedMs }, 'job postponed: the platform is asked for nothing now'),
        (err) => log.error({ err, ms: ms() }, 'job failed'),
      );
    } else log.error({ err: error, ms: ms() }, 'job failed');
    // Has no effect on a job that was postponed.
    return { id: jobId, status: error instanceof FinalFailure ? 'deadletter' : 'failed', output: error };
  }
}

/**
 * A postponed attempt does not count, because nothing has failed. Keeps key, priority and order. Raises the retry limit
 * instead of reusing the attempt's number, so that late writes fenced by this attempt never pass for the next one's.
 */
const POSTPONE = statement`
  update pgboss.job set state = 'retry', heartbeat_on = null, retry_limit = retry_limit + 1,
    start_after = now() + greatest($4::float8, 1000) * interval '1 ms'
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;
