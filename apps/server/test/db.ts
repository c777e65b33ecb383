import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { pooledSql, type Sql } from '../src/core/db/sql.ts';
import { uuidv7 } from '../src/core/uuid.ts';

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/**
 * Until nobody is connected, for a while: a pool that was ended says goodbye behind our back, and a connection that the
 * server cuts in the middle of that is an error that nobody listens for.
 */
const CONNECTED = 'select from pg_stat_activity where datname = $1';
const PATIENCE_MS = 2_000;

/** A fresh, migrated database of its own for one test app. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('postgresUrl');
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  const url = template.replace(/\/guildhall$/, `/${name}`);
  await admin(template, (client) => client.query(`create database ${name} template guildhall`));
  return {
    url,
    async [Symbol.asyncDispose]() {
      await admin(template, async (client) => {
        const givenUpAt = performance.now() + PATIENCE_MS;
        while (performance.now() < givenUpAt && (await client.query(CONNECTED, [name])).rowCount) await sleep(20);
        await client.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
}

/** Statements on a database that may go away, until the stack is disposed. */
export function sqlOf(stack: AsyncDisposableStack, url: string): Sql {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {});
  // A connection that is being closed when its server ends it would otherwise end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  stack.defer(() => pool.end());
  return pooledSql(pool);
}

async function admin(template: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: template.replace(/\/guildhall$/, '/postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
