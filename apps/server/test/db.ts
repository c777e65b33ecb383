import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '../src/core/db/database.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import { type TestSql, testSql } from './test-sql.ts';

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/**
 * Waits, up to a limit, until no client is connected: an ended pool says goodbye in the background, and if the server cuts
 * such a connection, its error has no listener.
 */
const CONNECTED = { name: 'connected', text: 'select from pg_stat_activity where datname = $1' };
const PATIENCE_MS = 2_000;

/** Creates a fresh, migrated database for one test app. */
export const cloneDatabase = () => createTestDatabase('template guildhall strategy file_copy');

/** Creates a database without any table. */
export const emptyDatabase = () => createTestDatabase('');

async function createTestDatabase(form: string): Promise<TestDatabase> {
  const template = inject('postgresUrl');
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  const url = template.replace(/\/guildhall$/, `/${name}`);
  adminOfWorker ??= adminOf(template);
  const admin = adminOfWorker;
  await admin.query(`create database ${name} ${form}`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const givenUpAt = performance.now() + PATIENCE_MS;
      while (performance.now() < givenUpAt && (await admin.query({ ...CONNECTED, values: [name] })).rowCount)
        await sleep(20);
      await admin.query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs statements, until the stack is disposed, on a database that may disappear. */
export function sqlOf(stack: AsyncDisposableStack, url: string): TestSql {
  const database = stack.use(createDatabase(url, { max: 4 }));
  return testSql(database);
}

/** Runs `work` while no other worker of the run does. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: besides(inject('postgresUrl')) });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    return await work();
  } finally {
    await client.end();
  }
}

/** One connection for all databases of a test worker, with which it ends: each costs as much as a new database. */
let adminOfWorker: pg.Pool | undefined;

function adminOf(template: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: besides(template),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server of a run may end before its workers.
  return pool.on('error', () => {});
}

/** The database beside the template, which takes no connection while it is cloned. */
const besides = (template: string) => template.replace(/\/guildhall$/, '/postgres');
