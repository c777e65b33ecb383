import type { SendOptions as BossSendOptions, PgBoss, Queue } from 'pg-boss';
import { z } from 'zod';

/**
 * A kind of background job: a literal name, a payload of ids, the behaviour of its queue, and the key that keeps the
 * same work from being queued twice. The root `jobs.ts` pairs each definition with the verb that handles it.
 */
export type JobDefinition<Payload extends z.ZodType<object> = z.ZodType<object>> = {
  name: string;
  payload: Payload;
  queue: Omit<Queue, 'name'>;
  /** How many of these one worker process runs at the same time. */
  concurrency: number;
  /** How many to fetch and report at once, processing them one after the other: for jobs with next to nothing to do. */
  batch?: number;
  key?: (payload: z.output<Payload>) => string;
  /**
   * The person, organization or server that a job is for, and how many of its jobs run at once in all workers together:
   * fewer than one worker has lanes, so that the work of one person does not fill the queue. Everything that a person has founded or
   * connected counts as theirs, because one person may found 50 organizations.
   */
  share?: { owner: (payload: z.output<Payload>) => string; most: number };
  /** No person waits for these: a long queue, paced by the platform's budget, is no sign of trouble. */
  background?: boolean;
};

export type JobPayload<D extends JobDefinition> = z.output<D['payload']>;

/** Identifies the job and the attempt a handler works on; writes to a sync session are fenced by it. */
export type JobRun = {
  jobId: string;
  attempt: number;
  lastAttempt: boolean;
  signal: AbortSignal;
  /** How often it ended with an `UnknownRefusal` before. */
  refusals?: Refusals;
};

/** A system that takes what jobs send. */
type Receiver = 'chat' | 'mail';
export type Refusals = { [by in Receiver]?: number | undefined };

export type SendOptions = Pick<BossSendOptions, 'db' | 'id' | 'startAfter' | 'priority' | 'group'>;

const background = new Set<string>();

export function defineJob<Payload extends z.ZodType<object>>(job: JobDefinition<Payload>): JobDefinition<Payload> {
  if (job.background) background.add(job.name);
  return job;
}

/** By the name of the queue, for code that looks at all queues. */
export const isBackground = (queue: string): boolean => background.has(queue);

/** Shared by every queue: notices a killed worker within seconds, and keeps a failed job. */
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

/** A job about nothing in particular, which looks for work itself: never two at once, and one waiting is enough. */
export const defineSweep = (name: string, queue: Partial<typeof RELIABLE_QUEUE> = {}) =>
  defineJob({
    name,
    payload: z.object({}),
    queue: { ...RELIABLE_QUEUE, policy: 'exclusive', ...queue },
    concurrency: 1,
    key: () => 'all',
  });

/** For a sweep that the next minute repeats. */
export const EVERY_MINUTE = { expireInSeconds: 300, retryLimit: 1, deleteAfterSeconds: 3600 };

/** Retries at even intervals, for work that loses its worth after this time. */
export const retriedFor = (minutes: number, { everySeconds }: { everySeconds: number }) =>
  ({
    retryLimit: Math.ceil((minutes * 60) / everySeconds) + 1,
    retryDelay: everySeconds,
    retryDelayMax: everySeconds,
  }) satisfies Omit<Queue, 'name'>;

/** A job waits longer for the database than a request: it writes more at once, and no person is watching. */
export const JOB_PATIENCE = 4;

/** A failure that no retry can fix: the job fails at once and waits for an administrator. */
export class FinalFailure extends Error {}

/**
 * Another system refuses, and nothing says what the refusal is about. It counts as that of the job's subject: at the third one of
 * this system the job fails for good. Failures of another kind, such as those of an outage, do not count.
 */
export class UnknownRefusal extends Error {
  readonly by: Receiver;

  constructor(by: Receiver, message: string, options?: ErrorOptions) {
    super(message, options);
    this.by = by;
  }
}

/** The job cannot run now. It runs again after this time, and that counts as no failure. */
export class Postponed extends Error {
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The key that keeps the same work from being queued twice, if there is one. */
export const jobKey = <D extends JobDefinition>(job: D, payload: JobPayload<D>): string | undefined =>
  job.key?.(payload);

/** Everything the queue has to know of a job besides its payload. */
const jobOptions = <D extends JobDefinition>({ share }: D, payload: JobPayload<D>, key: string | undefined) => ({
  ...(key === undefined ? {} : { singletonKey: key }),
  ...(share ? { group: { id: share.owner(payload) } } : {}),
});

/** Queues one job. Null means that the same job is already waiting or running. */
export const sendJob = <D extends JobDefinition>(
  boss: PgBoss,
  job: D,
  payload: JobPayload<D>,
  options: SendOptions = {},
  key = jobKey(job, payload),
) => boss.send(job.name, payload, { ...options, ...jobOptions(job, payload, key) });

/** Queues many jobs in one statement. Returns how many of them were not waiting or running already. */
export async function sendJobs<D extends JobDefinition>(
  boss: PgBoss,
  job: D,
  jobs: { payload: JobPayload<D>; priority?: number }[],
  db: SendOptions['db'],
): Promise<number> {
  if (jobs.length === 0) return 0;
  const rows = jobs.map(({ payload, priority = 0 }) => ({
    data: payload,
    priority,
    ...jobOptions(job, payload, jobKey(job, payload)),
  }));
  const ids = await boss.insert(job.name, rows, { returnId: true, ...(db ? { db } : {}) });
  return ids?.length ?? 0;
}
