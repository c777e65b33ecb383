/**
 * The connections of requests and jobs: how long to wait for one, and how its place in the pool is freed however it
 * ends. All time limits of the database are here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql';
import pg from 'pg';
import { asDatabaseError, DatabaseUnavailable } from '../database-failure.ts';
import type { Logger } from '../logger.ts';
import { instantOf } from './sql.ts';

export type Database = ReturnType<typeof createDatabase>;

export type Connection = {
  query<Row extends object>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Returns it to the pool, once. A broken one is closed: it may be dead, or inside a transaction. */
  release(broken?: boolean): void;
};

const connectionSettings = (url: string, connectMs: number) => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  // Some routers drop idle connections; keep-alive packets prevent that.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The server cancels statements whose client is gone; it notices within two seconds.
  options: '-c client_connection_check_interval=2s',
  statement_timeout: 120_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
});

/** For pools that libraries create. */
export const librarySettings = (url: string, { connectMs, answerMs }: { connectMs: number; answerMs: number }) => ({
  ...connectionSettings(url, connectMs),
  query_timeout: answerMs,
});

type Deadline = { ms: number; isOver: boolean };
const deadlineOf = new AsyncLocalStorage<Deadline>();

/**
 * Each query within `work` finishes in this time or fails. After one failure the following ones fail at once: a request
 * does not wait twice.
 */
export const withDeadline = <T>(ms: number, work: () => T): T => deadlineOf.run({ ms, isOver: false }, work);

type Limits = { statement_timeout: number; lock_timeout: number };
type Options = { max: number; patienceMs?: number; limits?: Limits; log?: Logger; onWarning?: (text: string) => void };

/** `patienceMs` applies to new connections, and to queries outside any `withDeadline`. */
export function createDatabase(url: string, { max, patienceMs = 60_000, limits, log, onWarning }: Options) {
  // An option, which the pool of the ORM gets as well.
  const onConnect = (client: pg.ClientBase) =>
    void client.on('notice', ({ severity, message }) => severity === 'WARNING' && message && onWarning?.(message));
  const pool = new pg.Pool({ ...connectionSettings(url, patienceMs), ...limits, min: 1, max, types, onConnect });
  const lost = (err: Error) => log?.warn({ err }, 'lost a database connection');
  pool.on('error', lost);
  // A client in use has no other error listener, and an unhandled error event would end the process.
  pool.on('connect', (client) => void client.on('error', lost));

  const patience = (): Deadline => deadlineOf.getStore() ?? { ms: patienceMs, isOver: false };
  let stuckSince: number | null = null;

  async function place(limit: Deadline): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await pool.connect();
        stuckSince = null;
        return client;
      } catch (error) {
        if (!(error instanceof Error && error.message === NO_PLACE)) {
          stuckSince = null;
          throw new DatabaseUnavailable(error);
        }
        stuckSince ??= Date.now();
        if (limit.isOver) throw new DatabaseUnavailable(error);
      }
    }
  }

  async function connect(): Promise<Connection> {
    const limit = patience();
    // A connection that comes too late goes back to the pool.
    const late = (coming: Promise<pg.PoolClient>) => coming.then((client) => client.release(), ignored);
    return connectionOf(await inTime(limit, () => place(limit), late));
  }

  function connectionOf(client: pg.PoolClient): Connection {
    const release = releaseOnce(client);
    return {
      release,
      query: <Row extends object>(statement: pg.QueryConfig) =>
        inTime(
          patience(),
          () => client.query<Row>(statement),
          () => release(true),
        ),
    };
  }

  return {
    url,
    /** For metrics, and for libraries that want a pool. */
    pool,
    connect,
    /** Runs one statement on a connection of its own. */
    query<Row extends object>(statement: pg.QueryConfig) {
      const limit = patience();
      let release: Release | undefined;
      let isAbandoned = false;
      const ask = async () => {
        const client = await place(limit);
        release = releaseOnce(client);
        let failed = !isAbandoned;
        try {
          if (isAbandoned) throw new DatabaseUnavailable();
          const result = await client.query<Row>(statement);
          failed = false;
          return result;
        } finally {
          release(failed);
        }
      };
      const giveUp = () => {
        isAbandoned = true;
        release?.(true);
      };
      return inTime(limit, ask, giveUp);
    },
    /** Whether all connections are in use, a caller waits for one, and none has been returned for this long. */
    isExhausted: (forMs: number) => stuckSince !== null && Date.now() - stuckSince >= forMs,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** pg's message when the pool is exhausted; any other failure shows that connections do come back. */
const NO_PLACE = 'timeout exceeded when trying to connect';

type Release = Connection['release'];

function releaseOnce(client: pg.PoolClient): Release {
  let held = true;
  return (broken = false) => {
    if (held) client.release(broken);
    held = false;
  };
}

function inTime<T>(patience: Deadline, ask: () => Promise<T>, giveUp: (answer: Promise<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const end = () => {
      if (answered) return;
      patience.isOver = true;
      giveUp(answer);
      reject(new DatabaseUnavailable());
    };
    const answer = ask();
    // Process answers that arrived while this process was busy before giving up.
    const timer = setTimeout(() => setImmediate(end), patience.isOver ? 0 : patience.ms);
    const finish = (settle: () => void) => {
      answered = true;
      clearTimeout(timer);
      settle();
    };
    answer.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(asDatabaseError(error))),
    );
  });
}

const ignored = () => {};

/** Times as ISO-8601; other types as the ORM expects them. */
const types = new pg.TypeOverrides();
// The driver's types list only the simple ones.
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0];
for (const [oid, parse] of Object.entries(createPostgreSqlTypeParsers(pg.types.getTypeParser(TEXT_ARRAY)))) {
  types.setTypeParser(Number(oid), parse);
}
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instantOf);
