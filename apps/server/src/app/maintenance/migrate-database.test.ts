import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { expect, test } from 'vitest';
import { BARE_ENVIRONMENT } from '../../../test/bare-environment.ts';
import { cloneDatabase, emptyDatabase, sqlOf } from '../../../test/db.ts';
import { eventually } from '../../../test/guild.ts';
import { ADDED, DEMANDED, expanded, FILLED, nextVersion, TAKEN } from '../../../test/next-version.ts';
import type { TestSql } from '../../../test/test-sql.ts';
import { whySchemaIsUnusable } from '../../core/db/schema-version.ts';
import { schemaChanges } from '../../migrations/schema-changes.ts';
import { jobs } from '../jobs.ts';
import { describeMigration, migrateDatabase } from './migrate-database.ts';

const definitions = jobs.map(({ definition }) => definition);
const known = schemaChanges.map(({ name }) => name);

test('a database that has the schema stays unchanged', async () => {
  await using database = await cloneDatabase();
  expect(await migrateDatabase(database.url, definitions)).toEqual([]);
});

const run = promisify(execFile);
const MIGRATE = path.join(import.meta.dirname, '../../migrate.ts');

const migrate = (url: string, ...parameters: string[]) =>
  run(process.execPath, [MIGRATE, ...parameters], {
    env: { ...BARE_ENVIRONMENT, DATABASE_URL: url, NODE_ENV: 'test' },
  });

test('one of three concurrent migrations creates the schema while the others wait for it', async () => {
  await using database = await emptyDatabase();
  expect((await migrate(database.url, '--dry-run')).stdout.trim()).toBe('The schema would be created');
  const said = await Promise.all([1, 2, 3].map(async () => (await migrate(database.url)).stdout.trim()));
  expect(said.toSorted()).toEqual(['The schema is up to date', 'The schema is up to date', 'The schema was created']);
  expect((await migrate(database.url, '--dry-run')).stdout.trim()).toBe('The schema is up to date');
});

test('a failed migration says why in one line', async () => {
  const refused = await migrate('postgres://nobody@127.0.0.1:1/nothing').catch((error) => error);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('cannot be reached (ECONNREFUSED)');
  expect(refused.stderr).not.toContain('    at ');
});

/** A database of this version with some people. */
async function peopled(stack: AsyncDisposableStack) {
  const database = stack.use(await cloneDatabase());
  const sql = sqlOf(stack, database.url);
  await sql(`insert into app_user (display_name) select 'Person ' || n from generate_series(1, 23) n`);
  return { url: database.url, sql };
}

/** Tables, indexes and constraints, the recorded migrations, and what was written. */
async function stateOf(sql: TestSql) {
  return {
    recorded: await sql('select name from mikro_orm_migrations order by id'),
    columns: await sql(`select table_schema, table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema in ('public', 'pgboss') order by 1, 2, 3`),
    indexes: await sql(`select indexrelid::regclass::text as name, indisvalid from pg_index order by 1`),
    constraints: await sql(
      'select conrelid::regclass::text as place, conname, convalidated from pg_constraint order by 1, 2',
    ),
    mottos: await sql('select display_name, motto from person order by 1'),
  };
}

const NEXT = path.join(import.meta.dirname, '../../../test/next-version.ts');

/** In the middle of the batches. */
const SOME_FILLED = 'select from app_user where motto is not null limit 1';

/** Migrates to the next version in a process of its own, which `watch` may kill when it says something. */
async function migrateToNext(url: string, watch: (line: string, kill: () => void) => unknown = () => {}) {
  const child = spawn(process.execPath, [NEXT], {
    env: { ...BARE_ENVIRONMENT, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  for await (const line of createInterface(child.stdout)) watch(line, () => void child.kill('SIGKILL'));
  await closed;
  return { killed: child.signalCode === 'SIGKILL', code: child.exitCode };
}

test('a migration that is killed at any step and started again ends as one that never was', async () => {
  await using stack = new AsyncDisposableStack();
  const undisturbed = await peopled(stack);
  const lines: string[] = [];
  expect(await migrateToNext(undisturbed.url, (line) => lines.push(line))).toMatchObject({ code: 0 });
  expect(lines).toHaveLength(8);
  const end = await stateOf(undisturbed.sql);
  expect(end.recorded).toEqual(nextVersion.map(({ name }) => ({ name })));
  expect(end.mottos).toHaveLength(23);
  expect(end.mottos[0]).toEqual({ display_name: 'Person 1', motto: 'Onward, Person 1' });

  let kills = 0;
  for (const [at] of lines.entries()) {
    const { url, sql } = await peopled(stack);
    let seen = 0;
    const first = await migrateToNext(url, async (line, kill) => {
      if (seen++ !== at) return;
      if (line === `${FILLED.name} …`) await eventually(async () => expect(await sql(SOME_FILLED)).toHaveLength(1));
      kill();
    });
    kills += Number(first.killed);
    expect(await migrateToNext(url)).toMatchObject({ code: 0 });
    expect(await stateOf(sql)).toEqual(end);
  }
  expect(kills).toBeGreaterThan(6);
});

test('two processes that migrate at once take every step once', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, sql } = await peopled(stack);
  const said: string[] = [];
  const both = await Promise.all([1, 2].map(() => migrateToNext(url, (line) => said.push(line))));
  expect(both).toEqual([
    { killed: false, code: 0 },
    { killed: false, code: 0 },
  ]);
  expect(said).toHaveLength(8);
  expect((await stateOf(sql)).recorded).toEqual(nextVersion.map(({ name }) => ({ name })));
});

test('a dry run names the steps, and the tables with their size, and changes nothing', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, sql } = await peopled(stack);
  await sql('analyze app_user');
  await sql('analyze event');
  expect(await describeMigration(sql, { changes: nextVersion, stopped: true })).toEqual([
    `${ADDED.name} would run at once, app_user (about 23 rows), event (about 0 rows)`,
    `${FILLED.name} would run in batches, app_user (about 23 rows)`,
    `${DEMANDED.name} would run at once, app_user (about 23 rows)`,
    `${TAKEN.name} would run at once`,
  ]);
  expect(await migrateDatabase(url, definitions)).toEqual([]);
});

const ASKED = 'select from event limit 1';

test('a step waits for a table in use, and no request waits long behind it', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, sql } = await peopled(stack);
  const long = new pg.Client({ connectionString: url });
  await long.connect();
  stack.defer(() => long.end());
  await long.query('begin; select from event');
  const asking = new pg.Client({ connectionString: url });
  await asking.connect();
  stack.defer(() => asking.end());
  // Ends with an error what waits so long for the migration, which never gets the table meanwhile.
  await asking.query(`set lock_timeout = '3s'`);
  const migrating = migrateDatabase(url, definitions, { changes: expanded });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and query = '${ASKED}' and wait_event_type = 'Lock'`;
  for (let hasWaited = false; !hasWaited; ) {
    let isAnswered = false;
    const request = asking.query(ASKED).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && !hasWaited) hasWaited = (await sql(waiting)).length > 0;
    await request;
  }
  await long.query('commit');
  expect(await migrating).toEqual([ADDED.name, FILLED.name, DEMANDED.name]);
});

test('a step that fails leaves nothing of itself, and says so in a sentence', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, sql } = await peopled(stack);
  const [first] = nextVersion.slice(schemaChanges.length);
  if (!first) throw new Error('There is a next version');
  const broken = { ...first, text: () => 'create table half (); alter table nowhere add column x int;' };
  await expect(migrateDatabase(url, definitions, { changes: [...schemaChanges, broken] })).rejects.toThrow(
    `${first.name} failed: relation "nowhere" does not exist. What was done before it stays`,
  );
  expect(await sql(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
});

test('a step that takes something away is refused while processes may run that use it', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = await peopled(stack);
  const migrating = () => migrateDatabase(url, definitions, { changes: nextVersion });
  await expect(migrating()).rejects.toThrow(/^\d{4}-without-change-by-age.* takes away .*`pnpm migrate --stopped`\.$/);
  expect(await migrateDatabase(url, definitions, { changes: expanded })).toHaveLength(3);
  expect(await migrating()).toEqual([TAKEN.name]);
});

test('a database of a newer version, of another history, or from before the first release is refused and stays', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, sql } = await peopled(stack);
  await migrateDatabase(url, definitions, { changes: nextVersion, stopped: true });
  const before = await stateOf(sql);
  await expect(migrateDatabase(url, definitions)).rejects.toThrow(
    `A newer version of Guildhall has migrated this database (${TAKEN.name}), and nothing leads back`,
  );
  expect(await stateOf(sql)).toEqual(before);
  const renamed = async (name: string) => {
    await sql('update mikro_orm_migrations set name = $1 where id = (select min(id) from mikro_orm_migrations)', [
      name,
    ]);
    return migrateDatabase(url, definitions);
  };
  await expect(renamed('0001-of-somebody')).rejects.toThrow('by something else than a release of Guildhall');
  await expect(renamed('schema-1f43a5ee0a51')).rejects.toThrow('made before Guildhall 0.1.0, and nothing converts it');
});

test('the job queue of an older version is migrated with its jobs', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, sql } = await peopled(stack);
  await sql(`insert into pgboss.job (name, data) values ('roster-sync', '{"kept": true}')`);
  const [now] = await sql<{ version: number }>('select version from pgboss.version');
  await sql(getRollbackPlans('pgboss', now?.version ?? 0));
  expect(await sql('select version from pgboss.version')).toEqual([{ version: (now?.version ?? 0) - 1 }]);
  expect(await describeMigration(sql)).toEqual([
    `The tables of the job queue would change from version ${(now?.version ?? 0) - 1} to ${now?.version}`,
  ]);
  await migrateDatabase(url, definitions);
  expect(await sql('select version from pgboss.version')).toEqual([now]);
  expect(await sql("select data from pgboss.job where name = 'roster-sync'")).toEqual([{ data: { kept: true } }]);
});

test('a process goes on with a newer schema until something that it uses is taken away', () => {
  expect(whySchemaIsUnusable(known)).toBeNull();
  expect(whySchemaIsUnusable(expanded.map(({ name }) => name))).toBeNull();
  expect(whySchemaIsUnusable(nextVersion.map(({ name }) => name))).toMatch(/too new .*without-change-by-age/);
  expect(
    whySchemaIsUnusable(
      nextVersion.map(({ name }) => name),
      expanded,
    ),
  ).toBeNull();
  expect(whySchemaIsUnusable(known, nextVersion)).toMatch(/older than this version .*add-motto.*`pnpm migrate`/);
  expect(whySchemaIsUnusable([])).toMatch(/older than this version/);
});
