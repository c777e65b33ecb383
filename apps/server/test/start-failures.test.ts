/** Programs that cannot start name the problem in a few lines, without a stack trace and without a password. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../src/app/maintenance/migrate-database.ts';
import { startEmbeddedPostgres } from '../src/core/db/embedded-postgres.ts';
import { freePort } from './app.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { cloneDatabase, sqlOf } from './db.ts';
import type { TestSql } from './test-sql.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Program = 'main' | 'migrate' | 'tools';

/** Runs a program to its end; returns its exit code and all output lines. */
async function run(program: Program, environment: Record<string, string>, ...parameters: string[]) {
  const file = path.join(import.meta.dirname, '../src', `${program}.ts`);
  const port = String(await freePort());
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { ...BARE_ENVIRONMENT, DATA_DIR: folder, PORT: port, SIMULATOR: 'off', SERVE_WEB: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  return { code, lines: said.split('\n').filter(Boolean) };
}

async function expectFewLines(ended: Awaited<ReturnType<typeof run>>, ...words: string[]) {
  expect(ended.code).toBe(1);
  expect(ended.lines.length).toBeLessThanOrEqual(3);
  const said = ended.lines.join('\n');
  for (const word of words) expect(said).toContain(word);
  expect(said).not.toMatch(/ at .*\.ts:|node_modules|hidden-password/);
}

const AWAY = 'postgres://guildhall:hidden-password@127.0.0.1:1/guildhall';
const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://guild.example',
  AUTH_SECRET: '3f9c1d7ab2e84605c8d1f0a97b6e5432',
  ENCRYPTION_KEY: '90ab34cd78ef12563f9c1d7ab2e84605',
};

test.each<[Program, ...string[]]>([['main'], ['migrate'], ['tools', 'admin:grant', 'x@example.org']])(
  'an unreachable database: `%s` names it',
  async (program, ...parameters) => {
    const ended = await run(program, { DATABASE_URL: AWAY }, ...parameters);
    await expectFewLines(ended, '127.0.0.1:1/guildhall', 'cannot be reached', 'DATABASE_URL');
  },
);

test('a failure to start is a single line of the log in production', async () => {
  const ended = await run('main', { ...PRODUCTION, DATABASE_URL: AWAY });
  await expectFewLines(ended, 'cannot be reached');
  expect(ended.lines.map((line) => JSON.parse(line).level)).toEqual([60]);
});

test('a wrong password and a database without tables are reported in a few lines', async () => {
  const url = inject('postgresUrl');
  const refused = await run('main', { DATABASE_URL: url.replace(/:[^:@/]+@/, ':hidden-password@') });
  await expectFewLines(refused, 'refuses the password', 'DATABASE_URL');
  const empty = await run('main', { DATABASE_URL: url.replace(/guildhall$/, 'postgres') });
  await expectFewLines(empty, 'does not have the tables', 'pnpm migrate');
});

test.each([
  ['web', {}],
  ['worker', {}],
  ['worker', PRODUCTION],
])('a %s process refuses a database with the schema of another version', async (role, environment) => {
  await using database = await cloneDatabase();
  await using stack = new AsyncDisposableStack();
  const sql = sqlOf(stack, database.url);
  const says = async (program: Program, ...words: string[]) => {
    const ended = await run(program, { DATABASE_URL: database.url, ROLES: role, ...environment });
    await expectFewLines(ended, ...words);
    expect(ended.lines).toHaveLength(1);
  };
  await sql("insert into mikro_orm_migrations (name) values ('9000-take-away.needs-8999')");
  await says('main', 'too new', '9000-take-away');
  await says('migrate', 'A newer version of Guildhall', 'restore a backup');
  await expectFewLines(await run('tools', { DATABASE_URL: database.url }, 'keys:rotate'), 'too new', '9000-take-away');
  await sql('delete from mikro_orm_migrations');
  await says('main', 'older than this version', 'pnpm migrate');
  await sql(`insert into mikro_orm_migrations (name) values ('schema-of-last-week')`);
  await says('main', 'made before Guildhall 0.1.0', 'start with an empty one');
  await says('migrate', 'made before Guildhall 0.1.0', 'start with an empty one');
});

test.each([
  [
    'a newer',
    "insert into mikro_orm_migrations (name) values ('9000-add')",
    'A newer version of Guildhall',
    '9000-add',
  ],
  [
    'a much older',
    "update mikro_orm_migrations set name = 'schema-of-last-week'",
    'made before Guildhall 0.1.0',
    'DATA_DIR',
  ],
])('the folder of %s version is refused in one line, and stays as it is', async (_, statement, ...words) => {
  const place = await mkdtemp(path.join(folder, 'other-version-'));
  const withSql = async <T>(work: (sql: TestSql) => Promise<T>) => {
    await using postgres = await startEmbeddedPostgres(path.join(place, 'postgres'), ['fsync=off']);
    await using stack = new AsyncDisposableStack();
    await migrateDatabase(postgres.url('guildhall'), []).catch(() => {});
    return await work(sqlOf(stack, postgres.url('guildhall')));
  };
  const RECORDED = 'select name from mikro_orm_migrations order by id';
  const before = await withSql(async (sql) => {
    await sql(statement);
    return sql(RECORDED);
  });
  const ended = await run('main', { DATA_DIR: place });
  await expectFewLines(ended, ...words);
  expect(ended.lines).toHaveLength(1);
  expect(await withSql((sql) => sql(RECORDED))).toEqual(before);
});

test('`migrate` takes the embedded database too, and says which option it does not know', async () => {
  const place = await mkdtemp(path.join(folder, 'embedded-'));
  expect(await run('migrate', { DATA_DIR: place })).toEqual({ code: 0, lines: ['The schema was created'] });
  expect(await run('migrate', { DATA_DIR: place })).toEqual({ code: 0, lines: ['The schema is up to date'] });
  const ended = await run('migrate', { DATA_DIR: place }, '--dryrun');
  await expectFewLines(ended, "Unknown option '--dryrun'");
  expect(ended.lines).toHaveLength(1);
});

test('each program warns about a name that may be mistyped before it does anything', async () => {
  const warning = 'REDIS_URI is set and is not a variable of Guildhall. If you mean REDIS_URL, rename it.';
  const environment = { REDIS_URI: 'redis://:hidden-password@cache', DATABASE_URL: AWAY };
  for (const [program, ...parameters] of [
    ['main'],
    ['migrate'],
    ['migrate', '--dry-run'],
    ['tools', 'keys:rotate'],
    ['tools', 'backup'],
  ] as const) {
    const { code, lines } = await run(program, environment, ...parameters);
    expect([program, code, lines[0]]).toEqual([program, 1, warning]);
    expect(lines.join('\n')).not.toContain('hidden-password');
  }
  const { lines } = await run('migrate', { ...environment, ...PRODUCTION });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, msg: warning });
});

test('an embedded database that does not start says why, and where its log is', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'guildhall-embedded-'));
  // PostgreSQL as another user than root shall reach it.
  await chmod(place, 0o755);
  try {
    await run('migrate', { DATA_DIR: place });
    await appendFile(path.join(place, 'postgres/postgresql.conf'), 'no_such_setting = 1\n');
    await expectFewLines(
      await run('migrate', { DATA_DIR: place }),
      'PostgreSQL did not start',
      'postgresql.conf" contains errors',
      path.join(place, 'postgres/server.log'),
      'DATABASE_URL',
    );
  } finally {
    await rm(place, { recursive: true });
  }
});

test('`backup` says which secrets it has not', async () => {
  const place = await mkdtemp(path.join(folder, 'secrets-'));
  await run('migrate', { DATA_DIR: place });
  const { AUTH_SECRET, ENCRYPTION_KEY } = PRODUCTION;
  const said = async (environment: Record<string, string>, name: string) =>
    (await run('tools', { DATA_DIR: place, ...environment }, 'backup', path.join(place, name))).lines;
  expect(await said({}, 'a')).toEqual([
    expect.stringMatching(/a\. It has the secrets too\. Keep it on another machine/),
  ]);
  expect(await said({ ENCRYPTION_KEY }, 'b')).toEqual([
    'Not in it: ENCRYPTION_KEY. Keep what the environment of the service says.',
    expect.stringContaining('It has the secrets too'),
  ]);
  expect(await said({ AUTH_SECRET, ENCRYPTION_KEY }, 'c')).toEqual([
    'Not in it: AUTH_SECRET and ENCRYPTION_KEY. Keep what the environment of the service says.',
    expect.not.stringContaining('the secrets'),
  ]);
});

test.each<[Program, ...string[]]>([['main'], ['migrate'], ['migrate', '--dry-run'], ['tools', 'keys:rotate']])(
  '`%s` says which PostgreSQL is needed',
  async (program, ...parameters) => {
    await using database = await cloneDatabase();
    await using stack = new AsyncDisposableStack();
    // An older server says this of itself.
    const sql = sqlOf(stack, database.url);
    await sql(
      `create function current_setting(text) returns text language sql as $$ select '15.18 (Debian 15.18-0)' $$`,
    );
    const name = new URL(database.url).pathname.slice(1);
    await sql(`alter database ${name} set search_path = public, pg_catalog`);
    const ended = await run(program, { DATABASE_URL: database.url }, ...parameters);
    await expectFewLines(ended, 'PostgreSQL 18 or newer is needed', '15.18', 'DATABASE_URL');
    expect(ended.lines).toHaveLength(1);
  },
);

test('a port in use is reported in a few lines', async () => {
  const server = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const ended = await run('main', { DATABASE_URL: inject('postgresUrl'), ROLES: 'web', PORT: String(port) });
  server.close();
  await expectFewLines(ended, `Port ${port} is taken`, 'PORT');
});

test('a folder that cannot be written is reported in a few lines', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const ended = await run('main', { DATABASE_URL: inject('postgresUrl'), DATA_DIR: path.join(file, 'data') });
  await expectFewLines(ended, path.join(file, 'data'), 'DATA_DIR');
});

test('a wrong configuration and an unknown task are reported in a few lines', async () => {
  const wrong = await run('migrate', { BASE_URL: 'https://guild.example/club', MAIL_FROM: 'foo' });
  await expectFewLines(wrong, 'BASE_URL: must be an address without a path', 'MAIL_FROM');
  await expectFewLines(
    await run('tools', { DATABASE_URL: inject('postgresUrl') }, 'nothing'),
    'admin:grant, keys:rotate, discord:register, backup or restore',
  );
});

test('`discord:register` names the variable that is wrong', async () => {
  await using simulator = await discordOf();
  const settings = {
    DISCORD_API_URL: simulator.discordApiUrl,
    DISCORD_CLIENT_ID: simulator.discord.applicationId,
    DISCORD_CLIENT_SECRET: 'simulated',
    DISCORD_BOT_TOKEN: 'simulated',
    DISCORD_PUBLIC_KEY: simulator.discord.publicKey,
    BASE_URL: `http://127.0.0.1:${await freePort()}`,
  };
  const register = (wrong: Partial<typeof settings>) => run('tools', { ...settings, ...wrong }, 'discord:register');
  const says = async (wrong: Partial<typeof settings>, ...words: string[]) => {
    const ended = await register(wrong);
    await expectFewLines(ended, ...words);
    expect(ended.lines).toHaveLength(1);
  };
  await says({ DISCORD_CLIENT_ID: '420000000000009999' }, 'DISCORD_CLIENT_ID', settings.DISCORD_CLIENT_ID);
  await says({ DISCORD_BOT_TOKEN: 'wrong' }, 'DISCORD_BOT_TOKEN');
  // The address to which Discord would send interactions: no process listens there.
  await says({}, 'BASE_URL', 'DISCORD_PUBLIC_KEY', settings.BASE_URL);
  await says({ DISCORD_API_URL: `http://127.0.0.1:${await freePort()}` }, 'DISCORD_API_URL', 'does not answer');
  await says({ DISCORD_API_URL: simulator.origin }, 'DISCORD_API_URL');
});

async function discordOf() {
  const simulator = await startSimulator();
  return Object.assign(simulator, { [Symbol.asyncDispose]: () => simulator.close() });
}
