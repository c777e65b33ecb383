/**
 * One transaction and what belongs to it: the entity manager, statements, jobs that exist only if it commits, and
 * messages that leave only after it has. Verbs open it: load → authorize → decide → write → enqueue → publish → return.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { PgBoss } from 'pg-boss';
import { type Sql, transactionSql } from '../db/sql.ts';
import type { Logger } from '../logger.ts';
import { type JobDefinition, type JobPayload, keyOf, type SendOptions, send, sendAll } from './job.ts';
import { holdBack, runAfterCommit } from './run-after-commit.ts';

export type UnitOfWork = {
  em: EntityManager;
  sql: Sql;
  /** The same transaction, for what the queue itself offers. */
  queueDb: NonNullable<SendOptions['db']>;
  /**
   * Queues a job; answers its id, or null when the same one is already waiting or running. Then too one runs after the
   * commit, and finds what was written before it.
   */
  enqueue<D extends JobDefinition>(job: D, payload: JobPayload<D>, options?: SendOptions): Promise<string | null>;
  /** Queues many by one statement; answers how many were not waiting or running already. */
  enqueueAll<D extends JobDefinition>(job: D, jobs: { payload: JobPayload<D>; priority?: number }[]): Promise<number>;
  /** Runs after the commit; a failure there is logged, never thrown, because the write has happened. */
  afterCommit(effect: () => void | Promise<void>): void;
};

/** Runs `work` in a transaction; from its beginning again when PostgreSQL ended it because of a deadlock. */
export type Transact = <T>(work: (tx: UnitOfWork) => Promise<T>) => Promise<T>;

type Effect = () => void | Promise<void>;

export function createTransact(orm: MikroORM, boss: PgBoss, log: Logger): Transact {
  async function attempt<T>(work: (tx: UnitOfWork) => Promise<T>) {
    const effects: Effect[] = [];
    const result = await orm.em.fork({ useContext: true }).transactional((em) => {
      const sql = transactionSql(em);
      const queueDb = {
        executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql<never>(text, values) }),
      };
      return work({
        em,
        sql,
        queueDb,
        enqueue: async (job, payload, options) => {
          // The statement runs on the transaction's connection, so entities it may refer to are written first.
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
        afterCommit: (effect) => effects.push(effect),
      });
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

/** Of two transactions that wait for each other PostgreSQL ends one, which may then meet a third. */
const ATTEMPTS = 3;

/** In milliseconds, and as much again by chance: the other one is to have its locks before this one asks again. */
const PAUSE_MS = 50;

/** Nobody is refused because of it, but the warning names what to mend: locks have one order (ARCHITECTURE.md, Locks). */
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
