import pg from 'pg';
import { inject } from 'vitest';
import { pooledSql, type Sql } from '../src/core/sql.ts';
import { uuidv7 } from '../src/core/uuid.ts';

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/** A fresh, migrated database of its own for one test app. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const template = inject('postgresUrl');
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  const url = template.replace(/\/guildhall$/, `/${name}`);
  await admin(template, `create database ${name} template guildhall`);
  return {
    url,
    [Symbol.asyncDispose]: () => admin(template, `drop database if exists ${name} with (force)`),
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

async function admin(template: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: template.replace(/\/guildhall$/, '/postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
