/** Programs that cannot start name the problem in a few lines, without a stack trace and without a password. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from './app.ts';

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
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: port, SIMULATOR: 'off', ...environment },
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
    'admin:grant, keys:rotate or discord:register',
  );
});
