/** The connections that requests and jobs use. However one ends, its place in the pool comes back. */
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Logger } from './logger.ts';

export type Database = {
  url: string;
  /** For numbers, and for libraries that want a pool. */
  pool: pg.Pool;
  connect(): Promise<Connection>;
  /** One statement on a connection of its own. */
  query<Row extends object>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Whether all connections are in use, somebody waits for one, and for so long none has come back. */
  isExhausted(forMs: number): boolean;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Connection = {
  query<Row extends object>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Gives it back, once. A broken one is closed: it may have died, or be inside a transaction. */
  release(broken?: boolean): void;
};

/** So long a place in the pool is waited for, and a new connection. */
const CONNECT_MS = 10_000;

export function createDatabase(url: string, max: number, log?: Logger): Database {
  const pool = new pg.Pool({ connectionString: url, min: 1, max, types, connectionTimeoutMillis: CONNECT_MS });
  const lost = (err: Error) => log?.warn({ err }, 'lost a database connection');
  pool.on('error', lost);
  // While it is in use nobody else listens, and an error that nobody hears would end the process.
  pool.on('connect', (client) => void client.on('error', lost));

  let stuckSince: number | null = null;

  async function connect(): Promise<Connection> {
    const client = await pool.connect().catch((error: Error) => {
      if (error.message !== NO_PLACE) stuckSince = null;
      else stuckSince ??= Date.now();
      throw error;
    });
    stuckSince = null;
    let held = true;
    return {
      query: (statement) => client.query(statement),
      release(broken = false) {
        if (held) client.release(broken);
        held = false;
      },
    };
  }

  return {
    url,
    pool,
    connect,
    async query(statement) {
      const connection = await connect();
      let failed = true;
      try {
        const result = await connection.query<never>(statement);
        failed = false;
        return result;
      } finally {
        connection.release(failed);
      }
    },
    isExhausted: (forMs) => stuckSince !== null && Date.now() - stuckSince >= forMs,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** How pg says that all places are taken; every other failure shows that places do come back. */
const NO_PLACE = 'timeout exceeded when trying to connect';

/** Times as text, as the ORM wants them; see `instantOf`. */
const types = new pg.TypeOverrides();
// The types of the driver list the simple ones only.
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0];
for (const [oid, parse] of Object.entries(createPostgreSqlTypeParsers(pg.types.getTypeParser(TEXT_ARRAY)))) {
  types.setTypeParser(Number(oid), parse);
}
