import type { SendOptions as BossSendOptions, PgBoss, Queue } from 'pg-boss';
import type { z } from 'zod';

/**
 * A kind of background job: a literal name, a payload of ids, how its queue behaves, and the key that keeps the same
 * work from being queued twice. The root `jobs.ts` pairs each definition with the verb that handles it.
 */
export type JobDefinition<Payload extends z.ZodType<object> = z.ZodType<object>> = {
  name: string;
  payload: Payload;
  queue: Omit<Queue, 'name'>;
  /** How many of these one worker process runs at the same time. */
  concurrency: number;
  /** So many are taken and reported at once, and done one after the other: for jobs that have next to nothing to do. */
  batch?: number;
  key?: (payload: z.output<Payload>) => string;
  /** Nobody waits for these: that they queue for long, because the platform's budget sets the pace, is nothing unwell. */
  background?: boolean;
};

export type JobPayload<D extends JobDefinition> = z.output<D['payload']>;

/** Which attempt of which job a handler holds; writes to a sync session are fenced by it. */
export type JobRun = { jobId: string; attempt: number; lastAttempt: boolean; signal: AbortSignal };

export type SendOptions = Pick<BossSendOptions, 'db' | 'id' | 'startAfter' | 'priority' | 'group'>;

const background = new Set<string>();

export function defineJob<Payload extends z.ZodType<object>>(job: JobDefinition<Payload>): JobDefinition<Payload> {
  if (job.background) background.add(job.name);
  return job;
}

/** Of a queue by its name, for who looks at all of them. */
export const isBackground = (queue: string): boolean => background.has(queue);

/** Shared by every queue: a killed worker is noticed within seconds, and a job that cannot succeed is not lost. */
export const RELIABLE_QUEUE = {
  notify: true,
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  retryLimit: 4,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 7 * 24 * 3600,
} satisfies Omit<Queue, 'name'>;

/** Retries at even intervals, for work that is worth something for this long and no longer. */
export const retriedFor = (minutes: number, { everySeconds }: { everySeconds: number }) =>
  ({
    retryLimit: Math.ceil((minutes * 60) / everySeconds) + 1,
    retryDelay: everySeconds,
    retryDelayMax: everySeconds,
  }) satisfies Omit<Queue, 'name'>;

/** A failure that no further attempt can mend: the job fails at once and waits for an administrator. */
export class FinalFailure extends Error {}

/** What keeps the same work from being queued twice, if anything does. */
export const keyOf = <D extends JobDefinition>(job: D, payload: JobPayload<D>): string | undefined =>
  job.key?.(payload);

/** Queues one job. Null means that the same job is already waiting or running. */
export function send<D extends JobDefinition>(boss: PgBoss, job: D, payload: JobPayload<D>, options: SendOptions = {}) {
  const key = keyOf(job, payload);
  return boss.send(job.name, payload, { ...options, ...(key === undefined ? {} : { singletonKey: key }) });
}

/** Queues many jobs by one statement. Answers how many of them were not waiting or running already. */
export async function sendAll<D extends JobDefinition>(
  boss: PgBoss,
  job: D,
  jobs: { payload: JobPayload<D>; priority?: number }[],
  db: SendOptions['db'],
): Promise<number> {
  if (jobs.length === 0) return 0;
  const rows = jobs.map(({ payload, priority = 0 }) => {
    const key = keyOf(job, payload);
    return { data: payload, priority, ...(key === undefined ? {} : { singletonKey: key }) };
  });
  const ids = await boss.insert(job.name, rows, { returnId: true, ...(db ? { db } : {}) });
  return ids?.length ?? 0;
}
