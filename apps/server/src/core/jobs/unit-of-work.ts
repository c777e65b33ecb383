/**
 * One transaction with everything that belongs to it: entities, statements, jobs and changes that exist only if it
 * commits, and messages that leave only afterwards. Verbs follow one order: load → authorize → decide → write → enqueue
 * → publish → return.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type MikroORM, OptimisticLockError } from '@mikro-orm/postgresql';
import type { PgBoss } from 'pg-boss';
import { type NewChange, writeChanges } from '../changes/write-changes.ts';
import type { Database } from '../db/database.ts';
import { statementName } from '../db/statement.ts';
import { inTransaction, type Rows } from '../db/transaction.ts';
import { unauthenticated } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { type JobDefinition, type JobPayload, jobKey, type SendOptions, sendJob, sendJobs } from './job.ts';
import { holdBackJobs, runAfterCommit } from './run-after-commit.ts';

export type UnitOfWork = Rows & {
  /** The same transaction, for the queue's own API. */
  queueDb: NonNullable<SendOptions['db']>;
  /**
   * Queues a job; returns its id, or null when the same one is already waiting or running. In either case, a job runs
   * after the commit and sees what was written.
   */
  enqueue<D extends JobDefinition>(job: D, payload: JobPayload<D>, options?: SendOptions): Promise<string | null>;
  /** Queues many in one statement; returns how many were not waiting or running already. */
  enqueueAll<D extends JobDefinition>(job: D, jobs: { payload: JobPayload<D>; priority?: number }[]): Promise<number>;
  /** Announces changes to sockets and the change feed: written in the transaction, told after the commit. */
  changed(...changes: NewChange[]): void;
  /** Runs after the commit; failures are logged, never thrown, because the write has happened. */
  afterCommit(effect: () => void | Promise<void>): void;
};

/** The part of a transaction that a function needs to write something and to announce it. */
export type Changing = Rows & Pick<UnitOfWork, 'changed'>;

/** Runs `work` in a transaction; starts over when another transaction was faster (see `RETRYABLE_CODES`). */
export type Transact = <T>(work: (tx: UnitOfWork) => Promise<T>) => Promise<T>;

type Effect = () => void | Promise<void>;

/** `tellChanged` is called after the commit, with the streams that have new changes. */
export function createTransact(
  database: Database,
  orm: MikroORM,
  boss: PgBoss,
  log: Logger,
  tellChanged: (streams: string[]) => void,
): Transact {
  async function attempt<T>(work: (tx: UnitOfWork) => Promise<T>) {
    const effects: Effect[] = [];
    const changes: NewChange[] = [];
    const result = await inTransaction(database, orm, async (transaction) => {
      const { sql } = transaction;
      const queueDb = {
        executeSql: async (text: string, values: readonly unknown[] = []) => {
          const { rows } = await transaction.query({ name: statementName(text), text, values: [...values] });
          return { rows };
        },
      };
      const answer = await work({
        get em() {
          return transaction.em;
        },
        sql,
        queueDb,
        enqueue: async (job, payload, options) => {
          const id = await sendJob(boss, job, payload, { ...options, db: queueDb });
          if (id === null) await runAfterCommit(sql, boss, job, payload, { ...options, db: queueDb });
          return id;
        },
        enqueueAll: async (job, jobs) => {
          const queued = await sendJobs(boss, job, jobs, queueDb);
          if (queued < jobs.length)
            await holdBackJobs(
              sql,
              job.name,
              jobs.map(({ payload }) => jobKey(job, payload)),
            );
          return queued;
        },
        changed: (...more) => void changes.push(...more),
        afterCommit: (effect) => effects.push(effect),
      });
      if (changes.length > 0) {
        const streams = await writeChanges(sql, changes);
        effects.push(() => tellChanged(streams));
      }
      return answer;
    });
    return { result, effects };
  }

  return async (work) => {
    const { result, effects } = await retryOnConflict(() => attempt(work), log);
    for (const effect of effects) {
      try {
        await effect();
      } catch (error) {
        log.error({ err: error }, 'after commit');
      }
    }
    return result;
  };
}

/**
 * PostgreSQL refuses a row when what it refers to is gone since it was read, or when its like is there since; it aborts
 * one of two deadlocked transactions. The next attempt reads anew, and mostly finds a reason to refuse.
 */
const RETRYABLE_CODES: Record<string, string> = {
  '40P01': 'deadlock: the transaction begins again',
  '23503': 'a row that it refers to is gone: the transaction begins again',
  '23505': 'another transaction wrote the row: the transaction begins again',
  [OptimisticLockError.name]: 'another transaction changed the row: the transaction begins again',
};

function codeOf(error: unknown): string {
  if (error instanceof OptimisticLockError) return OptimisticLockError.name;
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const ATTEMPTS = 5;

/** In milliseconds, plus up to as much again at random, to let the other of two deadlocked transactions get its locks. */
const PAUSE_MS = 50;

/** The caller does not notice. Only a deadlock is worth a warning: it tells us to fix the order of locks. */
async function retryOnConflict<T>(attempt: () => Promise<T>, log: Logger): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      const code = codeOf(error);
      const why = RETRYABLE_CODES[code];
      if (why === undefined) throw error;
      // Other people who are gone are not found by now, so it is the caller.
      if (left === 0) throw refersToNobody(error) ? unauthenticated() : error;
      const isDeadlock = code === '40P01';
      log[isDeadlock ? 'warn' : 'debug']({ err: error }, why);
      if (isDeadlock) await delay(PAUSE_MS * (1 + Math.random()));
    }
  }
}

const refersToNobody = (error: unknown) =>
  error instanceof Error && 'detail' in error && String(error.detail).includes('"app_user"');
