import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { cloneDatabase, sqlOf } from '../test/db.ts';
import { uuidv7 } from './core/uuid.ts';
import { jobs } from './jobs.ts';
import { migrateDatabase } from './migrate-database.ts';

const definitions = jobs.map(({ definition }) => definition);

test('a database that has the schema stays unchanged', async () => {
  await using database = await cloneDatabase();
  expect(await migrateDatabase(database.url, definitions)).toBe(0);
});

test('a database with another schema is refused and left unchanged', async () => {
  await using database = await cloneDatabase();
  await using stack = new AsyncDisposableStack();
  const sql = sqlOf(stack, database.url);
  await sql("update mikro_orm_migrations set name = 'schema-of-last-week'");
  await expect(migrateDatabase(database.url, definitions)).rejects.toThrow('start with an empty one');
  expect(await sql('select name from mikro_orm_migrations')).toEqual([{ name: 'schema-of-last-week' }]);
});

const run = promisify(execFile);
const MIGRATE = path.join(import.meta.dirname, './migrate.ts');

async function emptyDatabase(stack: AsyncDisposableStack): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl').replace(/guildhall$/, 'postgres') });
  await admin.connect();
  stack.defer(() => admin.end());
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  stack.defer(async () => void (await admin.query(`drop database ${name} with (force)`)));
  return inject('postgresUrl').replace(/guildhall$/, name);
}

const migrate = (url: string) =>
  run(process.execPath, [MIGRATE], { env: { PATH: process.env.PATH, DATABASE_URL: url, NODE_ENV: 'test' } });

test('one of three concurrent migrations creates the schema while the others wait for it', async () => {
  await using stack = new AsyncDisposableStack();
  const url = await emptyDatabase(stack);
  const said = await Promise.all([1, 2, 3].map(async () => (await migrate(url)).stdout.trim()));
  expect(said.toSorted()).toEqual(['The schema is up to date', 'The schema is up to date', 'The schema was created']);
});

test('a failed migration says why in one line', async () => {
  const refused = await migrate('postgres://nobody@127.0.0.1:1/nothing').catch((error) => error);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('cannot be reached (ECONNREFUSED)');
  expect(refused.stderr).not.toContain('    at ');
});
