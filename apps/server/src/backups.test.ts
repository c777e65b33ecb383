import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, type SignedInClient, type TestApp, testApp } from '../test/app.ts';
import { sqlOf } from '../test/db.ts';
import { eventually } from '../test/guild.ts';
import { FILLED, nextVersion } from '../test/next-version.ts';
import { picture } from '../test/pictures.ts';
import { everyRow } from '../test/rows.ts';
import { AVATAR } from '../test/uploads.ts';
import { backUp, restore, upgradeEmbedded } from './backups.ts';
import { startEmbeddedPostgres } from './core/db/embedded-postgres.ts';
import { schemaChanges } from './migrations/schema-changes.ts';

const run = promisify(execFile);
const TOOLS = path.join(import.meta.dirname, 'tools.ts');
const MAIN = path.join(import.meta.dirname, 'main.ts');

async function newFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-backups-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a tool as on another machine: with nothing but a folder. */
async function tool(dataDir: string, ...parameters: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const ended = await run(process.execPath, [TOOLS, ...parameters], { env }).catch((error) => error);
  return { code: ended.code ?? 0, lines: `${ended.stdout}${ended.stderr}`.split('\n').filter(Boolean) };
}

/** A service with people, a picture, a sealed token, and jobs that nobody takes. */
async function inhabited(
  stack: AsyncDisposableStack,
): Promise<{ app: TestApp; ysolde: SignedInClient; avatar: string }> {
  const app = stack.use(await testApp({ roles: ['web'] }));
  const ysolde = await app.signIn('ysolde');
  await ysolde.post('/characters/sync').expect(201);
  const upload = await app.http
    .post(AVATAR)
    .set('Authorization', `Bearer ${ysolde.token}`)
    .attach('image', await picture('png'), { filename: 'picture.png' });
  const odd = 'tab\tline\nbackslash \\. \\N café 🗡';
  await app.ctx.sql('update app_user set bio = $1', [odd]);
  return { app, ysolde, avatar: String(upload.body.avatarUrl) };
}

const backUpOf = ({ config }: TestApp, file: string) => backUp(config, config.databaseUrl ?? '', file);

/** Rows that a start may change are left out. */
async function rowsOf(place: Parameters<typeof everyRow>[0]) {
  const rows = await everyRow(place);
  for (const table of ['pgboss.queue', 'pgboss.version', 'public.mikro_orm_migrations']) rows.delete(table);
  return rows;
}

test('a backup is restored on another machine with every row, the pictures and the secrets', async () => {
  await using stack = new AsyncDisposableStack();
  const { app, ysolde, avatar } = await inhabited(stack);
  const [files, folder] = [await newFolder(stack), await newFolder(stack)];
  const file = await backUpOf(app, path.join(files, 'guild.tar.gz'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(backUpOf(app, file)).rejects.toThrow('exists: name another file');
  const before = await rowsOf(app);
  expect([...before.values()].filter(Boolean).length).toBeGreaterThan(6);

  expect(await tool(folder, 'restore', file)).toMatchObject({
    code: 0,
    lines: [expect.stringContaining('by version 0.1.0'), 'Restored. Start as usual.'],
  });
  {
    await using postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
    await using inner = new AsyncDisposableStack();
    const sql = sqlOf(inner, postgres.url('guildhall'));
    expect(await rowsOf({ ctx: { ...app.ctx, sql } })).toEqual(before);
    expect(await sql('select datname from pg_database order by 1')).toEqual(
      ['guildhall', 'postgres', 'template0', 'template1'].map((datname) => ({ datname })),
    );
    expect((await tool(folder, 'restore', file)).lines).toEqual([
      expect.stringContaining('stop it before you restore'),
    ]);
  }
  const secrets = path.join(folder, 'secrets.json');
  expect(await readFile(secrets, 'utf8')).toBe(await readFile(path.join(app.config.dataDir, 'secrets.json'), 'utf8'));
  expect((await stat(secrets)).mode & 0o777).toBe(0o600);

  expect((await tool(folder, 'restore', file)).lines).toEqual([expect.stringMatching(/has data: .*--replace\.$/)]);
  expect(await tool(folder, 'restore', file, '--replace')).toMatchObject({ code: 0 });

  const port = await freePort();
  const service = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), SIMULATOR: 'off', SERVE_WEB: 'false' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 60_000);
  const me = await fetch(`${url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${ysolde.token}` } });
  expect(me.status).toBe(200);
  const shown = await fetch(`${url}${new URL(avatar, url).pathname}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}, 300_000);

test('without its key, a restored folder says what is lost', async () => {
  await using stack = new AsyncDisposableStack();
  const { app } = await inhabited(stack);
  const [files, folder] = [await newFolder(stack), await newFolder(stack)];
  await rm(path.join(app.config.dataDir, 'secrets.json'));
  const file = await backUpOf(app, path.join(files, 'guild.tar.gz'));
  const { code, lines } = await tool(folder, 'restore', file);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatch(
    /^A key .* is missing: 1 linked accounts have to sign in with their platform again, and 0 webhooks .*secrets\.json/,
  );
});

test('a damaged backup, one of a newer version and no backup at all are refused, and leave the folder as it was', async () => {
  await using stack = new AsyncDisposableStack();
  const { app } = await inhabited(stack);
  const [files, folder] = [await newFolder(stack), await newFolder(stack)];
  const file = await backUpOf(app, path.join(files, 'guild.tar.gz'));
  await restore({ dataDir: folder, version: '0' }, file);
  const whole = await readdir(folder);
  const half = path.join(files, 'half.tar.gz');
  const bytes = await readFile(file);
  await writeFile(half, bytes.subarray(0, bytes.length / 2));
  const again = (from: string) => restore({ dataDir: folder, version: '0' }, from, { replace: true });
  await expect(again(half)).rejects.toThrow(/half\.tar\.gz is not a whole backup of Guildhall \(.+\)\.$/);
  await expect(again(path.join(files, 'nothing'))).rejects.toThrow('nothing is not a whole backup');
  await expect(again(import.meta.filename)).rejects.toThrow('is not a whole backup');
  await app.ctx.sql("insert into mikro_orm_migrations (name) values ('9000-later')");
  const later = await backUpOf(app, path.join(files, 'later.tar.gz'));
  await expect(again(later)).rejects.toThrow('made by a newer version of Guildhall (9000-later)');
  expect(await readdir(folder)).toEqual(whole);
  await using postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  expect(await sqlOf(stack, postgres.url('guildhall'))('select from app_user')).toHaveLength(1);
});

test('an older folder is backed up and migrated at the start, and a failure says how to go back', async () => {
  await using stack = new AsyncDisposableStack();
  const { app } = await inhabited(stack);
  const [files, dataDir] = [await newFolder(stack), await newFolder(stack)];
  const place = { dataDir, version: '0.2.0' };
  await restore(place, await backUpOf(app, path.join(files, 'guild.tar.gz')));
  const backups = path.join(dataDir, 'backups');
  await mkdir(backups);
  for (const hour of ['00', '01', '02', '03'])
    await writeFile(path.join(backups, `before-0.1.0-2026-01-01T${hour}-00-00.tar.gz`), '');
  await writeFile(path.join(backups, 'mine.tar.gz'), '');

  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const failing = nextVersion.map((change) =>
    change.name === FILLED.name ? { ...change, text: () => 'update app_user set motto = nowhere;' } : change,
  );
  let made = '';
  {
    await using postgres = await startEmbeddedPostgres(path.join(dataDir, 'postgres'));
    const failed = await upgradeEmbedded(place, postgres.url('guildhall'), { say, changes: failing }).catch(String);
    expect(failed).toMatch(
      /fill-motto\.batches failed: column "nowhere" does not exist.*\nTo go back, run `pnpm restore /,
    );
    [, made = ''] = /`pnpm restore (.+) --replace`/.exec(String(failed)) ?? [];
  }
  expect(said.slice(0, 2)).toEqual([
    'An older version made the data of this folder. They are backed up, then migrated …',
    `Backed up to ${made}`,
  ]);
  expect((await readdir(backups)).toSorted()).toEqual([
    'before-0.1.0-2026-01-01T02-00-00.tar.gz',
    'before-0.1.0-2026-01-01T03-00-00.tar.gz',
    path.basename(made),
    'mine.tar.gz',
  ]);

  await restore(place, made, { replace: true });
  await using postgres = await startEmbeddedPostgres(path.join(dataDir, 'postgres'));
  const sql = sqlOf(stack, postgres.url('guildhall'));
  expect(await sql('select name from mikro_orm_migrations order by id')).toEqual(
    schemaChanges.map(({ name }) => ({ name })),
  );
  expect(await readdir(path.join(dataDir, 'storage'))).toContain('images');

  said.length = 0;
  await upgradeEmbedded(place, postgres.url('guildhall'), { say, changes: nextVersion });
  expect(said.at(-1)).toMatch(/^\d{4}-without-change-by-age\S* took \d/);
  expect(await sql('select from app_user where motto is not null')).toHaveLength(1);
  said.length = 0;
  await upgradeEmbedded(place, postgres.url('guildhall'), { say, changes: nextVersion });
  expect(said).toEqual([]);
  // The pool of this test would outlive the server.
  await stack.disposeAsync();
});

test('with a server of its own, the commands say where its commands are', async () => {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://guildhall@127.0.0.1:1/guildhall' };
  for (const task of ['backup', 'restore']) {
    const { code, stderr } = await run(process.execPath, [TOOLS, task], { env }).catch((error) => error);
    expect([code, stderr]).toEqual([1, expect.stringContaining('docs/operations.md has the commands for a server')]);
  }
});
