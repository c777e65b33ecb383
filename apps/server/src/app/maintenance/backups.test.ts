import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getRollbackPlans } from 'pg-boss';
import { expect, test, vi } from 'vitest';
import { freePort, type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { BARE_ENVIRONMENT } from '../../../test/bare-environment.ts';
import { sqlOf } from '../../../test/db.ts';
import { eventually } from '../../../test/guild.ts';
import { ADDED, FILLED, nextVersion } from '../../../test/next-version.ts';
import { picture } from '../../../test/pictures.ts';
import { everyRow } from '../../../test/rows.ts';
import { AVATAR } from '../../../test/uploads.ts';
import { startEmbeddedPostgres } from '../../core/db/embedded-postgres.ts';
import { OperatorError } from '../../core/operator-error.ts';
import { randomToken } from '../../core/secrets.ts';
import { schemaChanges } from '../../migrations/schema-changes.ts';
import { backUp, restore } from './backups.ts';
import { upgradeEmbedded } from './upgrade-embedded.ts';

const run = promisify(execFile);
const TOOLS = path.join(import.meta.dirname, '../../tools.ts');
const MAIN = path.join(import.meta.dirname, '../../main.ts');

async function newFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-backups-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a tool as on another machine: with nothing but a folder. */
async function tool(dataDir: string, ...parameters: string[]) {
  const env = { ...BARE_ENVIRONMENT, DATA_DIR: dataDir };
  const ended = await run(process.execPath, [TOOLS, ...parameters], { env }).catch((error) => error);
  return { code: ended.code ?? 0, lines: `${ended.stdout}${ended.stderr}`.split('\n').filter(Boolean) };
}

/** The service on a folder, as `pnpm start` runs it, once it is ready. */
async function started(stack: AsyncDisposableStack, dataDir: string) {
  const port = await freePort();
  const service = spawn(process.execPath, [MAIN], {
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDir, PORT: String(port), SIMULATOR: 'off', SERVE_WEB: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  service.stdout.on('data', (text) => (said += text));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (service.exitCode !== null) return;
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  };
  stack.defer(stop);
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 60_000);
  return { url, said: () => said, stop };
}

/** A service with people, a picture, a sealed token, and jobs that no worker takes. */
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
  // Requests are counted a little later.
  await app.ctx.limits.close();
  return { app, ysolde, avatar: String(upload.body.avatarUrl) };
}

const backUpOf = ({ config }: TestApp, file: string) => backUp(config, config.databaseUrl ?? '', file);

/** Rows that a start may change are left out. */
async function rowsOf(place: Parameters<typeof everyRow>[0]) {
  const rows = await everyRow(place);
  for (const table of rows.keys()) {
    if (/^pgboss\.(queue|version|queue_stats.*)$|^public\.mikro_orm_migrations$/.test(table)) rows.delete(table);
  }
  return rows;
}

test('a backup is restored on another machine with every row, the pictures and the secrets', async () => {
  await using stack = new AsyncDisposableStack();
  const { app, ysolde, avatar } = await inhabited(stack);
  const [files, folder] = [await newFolder(stack), await newFolder(stack)];
  // The queue has a table for each day.
  await app.ctx.sql(`create table pgboss.queue_stats_20200101 partition of pgboss.queue_stats
    for values from ('2020-01-01 00:00+00') to ('2020-01-02 00:00+00')`);
  await app.ctx.sql(`insert into pgboss.queue_stats (name, captured_on) values ('roster-sync', '2020-01-01 12:00+00')`);
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

  const { url, stop } = await started(stack, folder);
  const me = await fetch(`${url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${ysolde.token}` } });
  expect(me.status).toBe(200);
  const shown = await fetch(`${url}${new URL(avatar, url).pathname}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await stop();
}, 300_000);

test.each([
  ['before its database took the place of the former one', false],
  ['after its database took the place of the former one', true],
])('a restore that was killed %s ends at the next start', async (_when, swapped) => {
  await using stack = new AsyncDisposableStack();
  const { app, ysolde, avatar } = await inhabited(stack);
  const [files, folder] = [await newFolder(stack), await newFolder(stack)];
  const file = await backUpOf(app, path.join(files, 'guild.tar.gz'));
  expect(await tool(folder, 'restore', file)).toMatchObject({ code: 0 });
  const staged = path.join(folder, 'restored');
  const former = { auth: randomToken(), encryption: 'e'.repeat(32) };
  await mkdir(staged);
  if (swapped) {
    // Secrets and pictures still wait for their place, where those of before are.
    for (const name of ['secrets.json', 'storage']) await rename(path.join(folder, name), path.join(staged, name));
    await writeFile(path.join(folder, 'secrets.json'), JSON.stringify(former));
    await mkdir(path.join(folder, 'storage/former'), { recursive: true });
  } else {
    await writeFile(path.join(staged, 'secrets.json'), JSON.stringify(former));
    await mkdir(path.join(staged, 'storage'));
  }
  {
    await using postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
    await using inner = new AsyncDisposableStack();
    await sqlOf(inner, postgres.url('postgres'))(`create database ${swapped ? 'replaced' : 'restored'}`);
  }

  // Without the secrets of the backup, no account could be opened.
  const { code, lines } = await tool(folder, 'keys:rotate');
  expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^1 accounts sealed with the current key, 0 could/)]);
  const { url, stop } = await started(stack, folder);
  const me = await fetch(`${url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${ysolde.token}` } });
  expect(me.status).toBe(200);
  expect((await fetch(`${url}${new URL(avatar, url).pathname}`)).status).toBe(200);
  await stop();
  const { encryption } = JSON.parse(await readFile(path.join(folder, 'secrets.json'), 'utf8'));
  expect(encryption).toBe(JSON.parse(await readFile(path.join(app.config.dataDir, 'secrets.json'), 'utf8')).encryption);
  const names = await readdir(folder);
  expect(names).not.toContain('restored');
  expect(names.filter((name) => name.startsWith('secrets-until'))).toHaveLength(swapped ? 1 : 0);
  await using postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  await using inner = new AsyncDisposableStack();
  const databases = await sqlOf(
    inner,
    postgres.url('postgres'),
  )<{ datname: string }>('select datname from pg_database order by 1');
  expect(databases.map(({ datname }) => datname)).toEqual(['guildhall', 'postgres', 'template0', 'template1']);
});

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
  const service = await started(stack, folder);
  await eventually(async () =>
    expect(service.said()).toMatch(/"level":40.*A key that sealed parts .* is missing: 1 linked/),
  );
  await service.stop();
}, 300_000);

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
  const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8');
  const backups = path.join(dataDir, 'backups');
  await mkdir(backups);
  for (const hour of ['00', '01', '02', '03'])
    await writeFile(path.join(backups, `before-0.1.0-2026-01-01T${hour}-00-00.tar.gz`), '');
  await writeFile(path.join(backups, 'mine.tar.gz'), '');
  const [interrupted, running, theirs] = [`${randomToken()}.part`, `${randomToken()}.part`, 'mine.part'];
  for (const name of [interrupted, running, theirs]) await writeFile(path.join(backups, name), '');
  for (const name of [interrupted, theirs]) {
    await utimes(path.join(backups, name), new Date('2026-01-01'), new Date('2026-01-01'));
  }

  const said: string[] = [];
  const upgrade = { stopped: true, say: (line: string) => void said.push(line) };
  const failing = nextVersion.map((change) =>
    change.name === FILLED.name ? { ...change, text: () => 'update app_user set motto = nowhere;' } : change,
  );
  let made = '';
  {
    await using postgres = await startEmbeddedPostgres(path.join(dataDir, 'postgres'));
    await using inner = new AsyncDisposableStack();
    const failed = await upgradeEmbedded(place, postgres.url('guildhall'), { ...upgrade, changes: failing }).catch(
      String,
    );
    expect(failed).toMatch(
      /fill-motto\.batches failed: column "nowhere" does not exist.*\nTo go back, run `pnpm restore /,
    );
    [, made = ''] = /`pnpm restore (.+) --replace`/.exec(String(failed)) ?? [];
    // A step was taken: from here on, only that backup leads back, however often the start is tried again.
    const sql = sqlOf(inner, postgres.url('guildhall'));
    expect(await sql('select name from mikro_orm_migrations where name = $1', [ADDED.name])).toHaveLength(1);
    for (const _ of Array(4)) {
      const again = await upgradeEmbedded(place, postgres.url('guildhall'), { ...upgrade, changes: failing }).catch(
        String,
      );
      expect(again).toContain(
        `run \`pnpm restore ${made} --replace\` in the version that you had, and start that. It has nothing that was`,
      );
    }
    const written = (await stat(made)).mtime.toISOString().slice(0, 16);
    expect(said.at(-2)).toBe(
      `An upgrade was interrupted. It goes on; the backup from before it is ${made}. It has nothing that was written after ${written}Z.`,
    );
  }
  expect(said.slice(0, 2)).toEqual([
    'An older version made the data of this folder. They are backed up, then migrated …',
    `Backed up to ${made}`,
  ]);
  expect((await readdir(backups)).toSorted()).toEqual(
    [
      'before-0.1.0-2026-01-01T02-00-00.tar.gz',
      'before-0.1.0-2026-01-01T03-00-00.tar.gz',
      path.basename(made),
      'mine.tar.gz',
      theirs,
      running,
      'unfinished-upgrade.json',
    ].toSorted(),
  );

  // The backup has the secrets, too.
  await rm(path.join(dataDir, 'secrets.json'));
  await restore(place, made, { replace: true });
  expect(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets);
  await using postgres = await startEmbeddedPostgres(path.join(dataDir, 'postgres'));
  const sql = sqlOf(stack, postgres.url('guildhall'));
  expect(await sql('select name from mikro_orm_migrations order by id')).toEqual(
    schemaChanges.map(({ name }) => ({ name })),
  );
  expect(await readdir(path.join(dataDir, 'storage'))).toContain('images');

  // From here on, all is within one second.
  vi.useFakeTimers({ now: new Date('2026-11-29T20:00:00Z'), toFake: ['Date'] });
  said.length = 0;
  await upgradeEmbedded(place, postgres.url('guildhall'), { ...upgrade, changes: nextVersion });
  expect(said[0]).toBe('An older version made the data of this folder. They are backed up, then migrated …');
  expect(said.at(-1)).toMatch(/^\d{4}-without-change-by-age\S* took \d/);
  expect(await sql('select from app_user where motto is not null')).toHaveLength(1);
  said.length = 0;
  await upgradeEmbedded(place, postgres.url('guildhall'), { ...upgrade, changes: nextVersion });
  expect(said).toEqual([]);
  // A newer job queue is reason enough.
  await sql(getRollbackPlans('pgboss'));
  await upgradeEmbedded(place, postgres.url('guildhall'), { ...upgrade, changes: nextVersion });
  expect(said).toEqual([expect.stringMatching('An older version'), expect.stringMatching(/^Backed up to .*before-/)]);
  const start = 'before-0.2.0-2026-11-29T20-00-00';
  expect(await readdir(backups)).toEqual(expect.arrayContaining([`${start}.tar.gz`, `${start}-2.tar.gz`]));
  // The pool of this test would outlive the server.
  await stack.disposeAsync();
});

test('backups within one second are files of their own, and so are the secrets that each restore replaces', async () => {
  await using stack = new AsyncDisposableStack();
  const { app } = await inhabited(stack);
  const [dataDir, other] = [await newFolder(stack), await newFolder(stack)];
  vi.useFakeTimers({ now: new Date('2026-11-29T20:00:00Z'), toFake: ['Date'] });
  const write = () => backUp({ dataDir, version: '0.1.0' }, app.config.databaseUrl ?? '');
  const files = [await write(), ...(await Promise.all([write(), write()]))];
  const start = path.join(dataDir, 'backups/guildhall-0.1.0-2026-11-29T20-00-00');
  expect(files.toSorted()).toEqual([`${start}-2.tar.gz`, `${start}-3.tar.gz`, `${start}.tar.gz`]);
  // One of two that are written to one name at once is refused.
  const mine = path.join(dataDir, 'mine.tar.gz');
  const both = await Promise.allSettled([backUpOf(app, mine), backUpOf(app, mine)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: new OperatorError(`${mine} exists: name another file.`),
  });
  expect((await readdir(dataDir)).toSorted()).toEqual(['backups', 'mine.tar.gz']);

  for (const secrets of ['first', 'second']) {
    await writeFile(path.join(other, 'secrets.json'), secrets);
    await restore({ dataDir: other, version: '0.1.0' }, mine, { replace: true });
  }
  const kept = ['secrets-until-2026-11-29T20-00-00.json', 'secrets-until-2026-11-29T20-00-00-2.json'];
  expect(await Promise.all(kept.map((name) => readFile(path.join(other, name), 'utf8')))).toEqual(['first', 'second']);
});

test('with a server of its own, the commands say where its commands are', async () => {
  const env = { ...BARE_ENVIRONMENT, DATABASE_URL: 'postgres://guildhall@127.0.0.1:1/guildhall' };
  for (const task of ['backup', 'restore']) {
    const { code, stderr } = await run(process.execPath, [TOOLS, task], { env }).catch((error) => error);
    expect([code, stderr]).toEqual([1, expect.stringContaining('docs/operations.md has the commands for a server')]);
  }
});
