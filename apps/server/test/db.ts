import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '../src/core/db/database.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import { type TestSql, testSql } from './test-sql.ts';

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/**
 * Waits, up to a limit, until nobody is connected: an ended pool says goodbye in the background, and if the server cuts
 * such a connection, its error has no listener.
 */
const CONNECTED = 'select from pg_stat_activity where datname = $1';
const PATIENCE_MS = 2_000;

/** Creates a fresh, migrated database for one test app. */
export const cloneDatabase = () => createTestDatabase('template guildhall strategy file_copy');

/** Creates a database without any table. */
export const emptyDatabase = () => createTestDatabase('');

async function createTestDatabase(form: string): Promise<TestDatabase> {
  const template = inject('postgresUrl');
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  const url = template.replace(/\/guildhall$/, `/${name}`);
  await admin(template, (client) => client.query(`create database ${name} ${form}`));
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

/** Runs statements, until the stack is disposed, on a database that may disappear. */
export function sqlOf(stack: AsyncDisposableStack, url: string): TestSql {
  const database = stack.use(createDatabase(url, { max: 4 }));
  return testSql(database);
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
