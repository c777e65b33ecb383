/** The worker role: takes jobs of every definition and runs the verb behind it. */
import { isGivenUp } from '@guildhall/contracts/refusal-scope.ts';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { withDeadline } from '../db/database.ts';
import { expectSchema, OtherSchema } from '../db/schema-version.ts';
import type { Sql } from '../db/sql.ts';
import { query, statement } from '../db/statement.ts';
import type { Logger } from '../logger.ts';
import {
  FinalFailure,
  JOB_PATIENCE,
  type JobDefinition,
  type JobPayload,
  type JobRun,
  Postponed,
  type Refusals,
  UnknownRefusal,
} from './job.ts';
import type { Transact } from './unit-of-work.ts';

/** The parts of the context that the worker itself uses; handlers get all of it. */
type WorkerContext = {
  boss: PgBoss;
  sql: Sql;
  transact: Transact;
  log: Logger;
  config: { databasePatienceMs: number };
};

type JobHandler<D extends JobDefinition, Context> = (
  ctx: Context,
  payload: JobPayload<D>,
  run: JobRun,
) => Promise<void>;

export type HandledJob<Context> = { definition: JobDefinition; handle: JobHandler<JobDefinition, Context> };

/** Pairs a definition with its handler, checking that the payload fits. */
export function handledJob<D extends JobDefinition, Context>(
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

/** New jobs announce themselves; retries, postponed jobs and those whose announcement was lost start at most this late. */
const LOOK_EVERY_MS = 1_000;

/** One look at all queues costs as much as one of the library at one queue. No job of ours is blocked: its index leaves those out. */
export const DUE = query({ name: 'text' })`
  select q.name from unnest($1::text[]) as q(name) where exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;

/** Jobs whose worker was killed. The library looks for them too, but counts all jobs each time, so it does that seldom. */
export const LOST = query({ name: 'text', id: 'uuid' })`
  select j.name, j.id from unnest($1::text[]) as q(name) join pgboss.job j on j.name = q.name
  where j.state = 'active' and j.heartbeat_on + j.heartbeat_seconds * interval '1 second' < now()
  for update of j skip locked`;

/**
 * Takes jobs until disposed. It then takes no more and signals those that run: a resumable job goes back at once, and
 * another worker continues it within seconds. While the database has the schema of another version, it takes none either.
 */
export async function startWorker<Context extends WorkerContext>(
  ctx: Context,
  jobs: HandledJob<Context>[],
  postponedFor: PostponedFor,
): Promise<AsyncDisposable> {
  const names = jobs.map(({ definition }) => definition.name);
  let queues: OpenQueues | undefined = await openQueues(ctx, jobs, postponedFor);

  async function look(): Promise<void> {
    const problem = await otherSchema(ctx.sql);
    if (problem && queues) {
      ctx.log.warn(`Takes no jobs. ${problem.message}`);
      const closing = queues;
      queues = undefined;
      await closing.close(problem);
    }
    if (problem) return;
    if (!queues) {
      ctx.log.info('Takes jobs again: the schema of the database fits.');
      queues = await openQueues(ctx, jobs, postponedFor);
    }
    await retryLost(ctx, names);
    await queues.wakeDue();
  }

  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((err: unknown) => ctx.log.warn({ err }, 'cannot look for jobs'))
      .finally(() => {
        looking = undefined;
      });
  }, LOOK_EVERY_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
      await queues?.close(new Error('The worker is stopping'));
    },
  };
}

async function retryLost({ transact, boss }: WorkerContext, queues: string[]): Promise<void> {
  await transact(async ({ sql, queueDb }) => {
    const lost = Map.groupBy(await sql.many(LOST, [queues]), ({ name }) => name);
    for (const [name, jobs] of lost) {
      const ids = jobs.map(({ id }) => id);
      await boss.fail(name, ids, { message: 'The worker that ran the job is gone' }, { db: queueDb });
    }
  });
}

async function otherSchema(sql: Sql): Promise<OtherSchema | null> {
  try {
    await expectSchema(sql);
    return null;
  } catch (error) {
    if (error instanceof OtherSchema) return error;
    throw error;
  }
}

type OpenQueues = {
  /** Makes idle lanes of queues that have a due job ask at once. */
  wakeDue(): Promise<void>;
  /** Takes no more jobs, and signals those that run. */
  close(reason: Error): Promise<void>;
};

async function openQueues<Context extends WorkerContext>(
  ctx: Context,
  jobs: HandledJob<Context>[],
  postponedFor: PostponedFor,
): Promise<OpenQueues> {
  const closing = new AbortController();
  const wake = new Map<string, () => void>();
  for (const job of jobs) wake.set(job.definition.name, await takeJobs(ctx, job, closing.signal, postponedFor));
  return {
    async wakeDue() {
      for (const { name } of await ctx.sql.many(DUE, [[...wake.keys()]])) wake.get(name)?.();
    },
    async close(reason) {
      for (const name of wake.keys()) await ctx.boss.offWork(name, { wait: false });
      closing.abort(reason);
    },
  };
}

/**
 * Takes the jobs of one queue in lanes, each of which asks the database for the next job. A queue starts with one; when
 * all are busy, the next one opens, as many as the queue allows. Returns a function that makes idle lanes ask at once.
 */
async function takeJobs<Context extends WorkerContext>(
  ctx: Context,
  { definition, handle }: HandledJob<Context>,
  stopping: AbortSignal,
  postponedFor: PostponedFor,
): Promise<() => void> {
  const { share } = definition;
  const options = {
    includeMetadata: true,
    perJobResults: true,
    batchSize: definition.batch ?? 1,
    ...(share ? { groupConcurrency: share.most } : {}),
    ...SELDOM,
  } as const;
  const held = new Map<string, number>();
  const lanes: string[] = [];
  let busy = 0;
  let opening = false;
  const openLane = async () => {
    opening = true;
    const lane = await ctx.boss
      .work(definition.name, options, async (taken: JobWithMetadata<object>[]) => {
        // A job is seldom alone, so this lane looks for the next one as soon as it is done, without a pause.
        ctx.boss.notifyWorker(lane);
        busy += 1;
        if (busy === lanes.length && lanes.length < definition.concurrency && !opening && !stopping.aborted) {
          openLane().catch((err: unknown) => ctx.log.warn({ err, job: definition.name }, 'cannot open another lane'));
        }
        const results: JobResult[] = [];
        const places = taken.map(({ groupId }) => takePlace(held, groupId, share?.most));
        for (const [index, job] of taken.entries()) {
          const signal = AbortSignal.any([job.signal, stopping]);
          const run = places[index] ? handle : refuseShare;
          results.push(await runJob(ctx, { definition, handle: run }, job, signal, postponedFor));
        }
        for (const place of places) place?.();
        busy -= 1;
        return results;
      })
      .finally(() => {
        opening = false;
      });
    lanes.push(lane);
  };
  await openLane();
  return () => {
    for (const lane of lanes) ctx.boss.notifyWorker(lane);
  };
}

/**
 * Lanes that look at the same moment see the same shares, so each process counts what it holds. Returns what ends the
 * place, or nothing when the owner has its share already.
 */
function takePlace(held: Map<string, number>, owner?: string | null, most = Infinity): (() => void) | undefined {
  if (!owner) return () => {};
  const now = held.get(owner) ?? 0;
  if (now >= most) return undefined;
  held.set(owner, now + 1);
  return () => {
    const left = (held.get(owner) ?? 1) - 1;
    if (left > 0) held.set(owner, left);
    else held.delete(owner);
  };
}

/** The job goes back into the queue, and others come first. */
const refuseShare = () => Promise.reject(new Postponed('As many jobs of its owner are running as may', 0));

/** The library's own look at each queue, which is not needed. */
const SELDOM = { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 };

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
  const refusals = Ended.parse(job.output).refusals;
  try {
    signal.throwIfAborted();
    const run = { jobId, attempt, lastAttempt: attempt >= retryLimit, signal, refusals };
    await withDeadline(JOB_PATIENCE * ctx.config.databasePatienceMs, () => handle(ctx, job.data, run));
    log.info({ ms: ms() }, 'job done');
    return { id: jobId, status: 'completed' };
  } catch (error) {
    const refusedMs = postponedFor(error);
    if (signal.aborted) log.info({ ms: ms() }, 'job given back');
    else if (refusedMs !== undefined) {
      // If even that cannot be written, the job is retried as after any failure.
      await ctx.sql.run(POSTPONE, [job.name, job.id, job.retryCount, refusedMs]).then(
        () => log.info({ ms: ms(), refusedMs }, 'job postponed'),
        (err) => log.error({ err, ms: ms() }, 'job failed'),
      );
    } else log.error({ err: error, ms: ms() }, 'job failed');
    const by = error instanceof UnknownRefusal ? error.by : undefined;
    const before = (by && refusals[by]) ?? 0;
    const isFinal = error instanceof FinalFailure || (by !== undefined && isGivenUp(null, before));
    const output = withRefusals(error, by ? { ...refusals, [by]: before + 1 } : refusals);
    // Has no effect on a job that was postponed.
    return { id: jobId, status: isFinal ? 'deadletter' : 'failed', output };
  }
}

/** The part of a failed attempt's error that the next attempt reads. */
const Ended = z
  .object({ refusals: z.object({ chat: z.int(), mail: z.int() }).partial().catch({}) })
  .catch({ refusals: {} });

/** A copy: several jobs may end with one error. */
function withRefusals(error: unknown, refusals: Refusals) {
  if (Object.keys(refusals).length === 0) return error;
  if (!(error instanceof Error)) return { error, refusals };
  const { name, message, stack } = error;
  return { ...error, name, message, stack, refusals };
}

/**
 * A postponed attempt does not count, because nothing has failed. Keeps key, priority and order. Raises the retry limit
 * instead of reusing the attempt's number, so that late writes fenced by this attempt never pass for the next one's.
 */
const POSTPONE = statement`
  update pgboss.job set state = 'retry', heartbeat_on = null, retry_limit = retry_limit + 1,
    start_after = now() + greatest($4::float8, 1000) * interval '1 ms'
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;
