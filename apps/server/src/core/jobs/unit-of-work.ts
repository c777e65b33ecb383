/**
 * One transaction with everything that belongs to it: the entity manager, statements, jobs and changes that exist only if
 * it commits, and messages that leave only afterwards. Verbs follow one order: load → authorize → decide → write → enqueue
 * → publish → return.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { PgBoss } from 'pg-boss';
import { type NewChange, writeChanges } from '../changes/write-changes.ts';
import { queueSql, type Sql, transactionSql } from '../db/sql.ts';
import type { Logger } from '../logger.ts';
import { type JobDefinition, type JobPayload, keyOf, type SendOptions, send, sendAll } from './job.ts';
import { holdBack, runAfterCommit } from './run-after-commit.ts';

export type UnitOfWork = {
  em: EntityManager;
  sql: Sql;
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
export type Changing = Pick<UnitOfWork, 'sql' | 'changed'>;

/** Runs `work` in a transaction; starts over when PostgreSQL aborts it because of a deadlock. */
export type Transact = <T>(work: (tx: UnitOfWork) => Promise<T>) => Promise<T>;

type Effect = () => void | Promise<void>;

/** `tellChanged` is called after the commit, with the streams that have new changes. */
export function createTransact(
  orm: MikroORM,
  boss: PgBoss,
  log: Logger,
  tellChanged: (streams: string[]) => void,
): Transact {
  async function attempt<T>(work: (tx: UnitOfWork) => Promise<T>) {
    const effects: Effect[] = [];
    const changes: NewChange[] = [];
    const result = await orm.em.fork({ useContext: true }).transactional(async (em) => {
      const sql = transactionSql(em);
      const queueDb = { executeSql: queueSql(em) };
      const answer = await work({
        em,
        sql,
        queueDb,
        enqueue: async (job, payload, options) => {
          // The statement runs on the transaction's connection, so pending entities it may refer to are written first.
          await em.flush();
          const id = await send(boss, job, payload, { ...options, db: queueDb });
          if (id === null) await runAfterCommit(sql, boss, job, payload, { ...options, db: queueDb });
          return id;
        },
        enqueueAll: async (job, jobs) => {
          await em.flush();
          const queued = await sendAll(boss, job, jobs, queueDb);
          if (queued < jobs.length)
            await holdBack(
              sql,
              job.name,
              jobs.map(({ payload }) => keyOf(job, payload)),
            );
          return queued;
        },
        changed: (...more) => void changes.push(...more),
        afterCommit: (effect) => effects.push(effect),
      });
      if (changes.length > 0) {
        // Entities are written first: the streams stay locked from here to the commit.
        await em.flush();
        const streams = await writeChanges(sql, changes);
        effects.push(() => tellChanged(streams));
      }
      return answer;
    });
    return { result, effects };
  }

  return async (work) => {
    const { result, effects } = await pastDeadlocks(() => attempt(work), log);
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

/** PostgreSQL aborts one of two deadlocked transactions; its retry may meet a third. */
const ATTEMPTS = 3;

/** In milliseconds, plus up to as much again at random, to let the other transaction get its locks first. */
const PAUSE_MS = 50;

/** The caller does not notice, but the warning tells us to fix the order of locks (ARCHITECTURE.md, Locks). */
async function pastDeadlocks<T>(attempt: () => Promise<T>, log: Logger): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDeadlock(error) || left === 0) throw error;
      log.warn({ err: error }, 'deadlock: the transaction begins again');
      await delay(PAUSE_MS * (1 + Math.random()));
    }
  }
}

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01';
