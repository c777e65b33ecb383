import type { Client } from 'pg';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/** Statements that other parts of the process send now and then, and those of jobs and limits. */
const BESIDE = /pg_notify|pgboss|rate_limit|session where id = any/;

/** Sees the statements that requests send to the app's own database: other apps of the process may still be at work. */
export async function watchStatements(app: TestApp) {
  const connection = await app.ctx.database.pool.connect();
  const everyConnection: Client = Object.getPrototypeOf(connection);
  const { database } = connection;
  connection.release();
  const query = vi.spyOn(everyConnection, 'query');
  return {
    /** Those since the last call. */
    sent(): string[] {
      const { calls, contexts } = query.mock;
      const own = calls.filter((_, index) => (contexts[index] as Client | undefined)?.database === database);
      query.mockClear();
      return own.map(([asked]) => JSON.stringify(asked)).filter((asked) => !BESIDE.test(asked));
    },
    [Symbol.dispose]: () => query.mockRestore(),
  };
}
