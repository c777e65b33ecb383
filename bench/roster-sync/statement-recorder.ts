/**
 * Records every SQL statement that one job sends, timed at the client from sending it to the last row: an upper bound
 * of the time in the database. Other users of the pool do not count: a statement belongs to the job in whose
 * asynchronous context it was sent.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Pool } from 'pg';

export type Statement = { text: string; ms: number };

export type Recorder = {
  statements: Statement[];
  /** Runs the work whose statements are recorded. */
  during<T>(work: () => Promise<T>): Promise<T>;
};

type QueryFunction = (this: Client, ...parameters: unknown[]) => unknown;

/** Patches the pool's own client class, because the ORM brings its own copy of the driver. */
export async function recordStatements(stack: AsyncDisposableStack, pool: Pool): Promise<Recorder> {
  const statements: Statement[] = [];
  const inside = new AsyncLocalStorage<true>();
  const connection = await pool.connect();
  const prototype: { query: QueryFunction } = Object.getPrototypeOf(connection);
  connection.release();
  const { query } = prototype;

  // The pool calls a waiting caller back from whichever context releases a connection; binding keeps the caller's own.
  const { connect } = pool;
  Object.defineProperty(pool, 'connect', {
    configurable: true,
    value: (callback?: (...results: unknown[]) => void) =>
      Reflect.apply(connect, pool, callback ? [AsyncLocalStorage.bind(callback)] : []),
  });

  prototype.query = function (...parameters) {
    if (!inside.getStore()) return query.apply(this, parameters);
    const statement = { text: textOf(parameters[0]), ms: 0 };
    const startedAt = performance.now();
    const done = () => {
      statement.ms = performance.now() - startedAt;
    };
    statements.push(statement);
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      const answered = (...results: unknown[]) => {
        done();
        callback(...results);
      };
      return query.apply(this, [...parameters.slice(0, -1), answered]);
    }
    const result = query.apply(this, parameters);
    return result instanceof Promise ? result.finally(done) : result;
  };
  stack.defer(() => {
    prototype.query = query;
  });
  return { statements, during: (work) => inside.run(true, work) };
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
