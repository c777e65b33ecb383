/**
 * One transaction and what belongs to it: the entity manager, statements, jobs that exist only if it commits, and
 * messages that leave only after it has. Verbs open it: load → authorize → decide → write → enqueue → publish → return.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { fromKysely, type PgBoss } from 'pg-boss';
import { type JobDefinition, type JobPayload, type SendOptions, send, sendAll } from './job.ts';
import { type Sql, transactionSql } from './sql.ts';

export type UnitOfWork = {
  em: EntityManager;
  sql: Sql;
  /** Queues a job; answers its id, or null when the same one is already waiting. */
  enqueue<D extends JobDefinition>(job: D, payload: JobPayload<D>, options?: SendOptions): Promise<string | null>;
  /** Queues many by one statement; answers how many were not waiting or running already. */
  enqueueAll<D extends JobDefinition>(job: D, jobs: { payload: JobPayload<D>; priority?: number }[]): Promise<number>;
  /** Runs after the commit; a failure there is logged, never thrown, because the write has happened. */
  afterCommit(effect: () => void | Promise<void>): void;
};

export type Transact = <T>(work: (tx: UnitOfWork) => Promise<T>) => Promise<T>;

export function createTransact(orm: MikroORM, boss: PgBoss, onEffectError: (error: unknown) => void): Transact {
  return async (work) => {
    const effects: (() => void | Promise<void>)[] = [];
    const result = await orm.em.fork({ useContext: true }).transactional((em) => {
      const db = fromKysely(em.getKysely<Record<string, never>>());
      return work({
        em,
        sql: transactionSql(em),
        enqueue: async (job, payload, options) => {
          // The statement runs on the transaction's connection, so entities it may refer to are written first.
          await em.flush();
          return send(boss, job, payload, { ...options, db });
        },
        enqueueAll: async (job, jobs) => {
          await em.flush();
          return sendAll(boss, job, jobs, db);
        },
        afterCommit: (effect) => effects.push(effect),
      });
    });
    for (const effect of effects) {
      try {
        await effect();
      } catch (error) {
        onEffectError(error);
      }
    }
    return result;
  };
}
