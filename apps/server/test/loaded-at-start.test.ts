import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from './app.ts';
import { cloneDatabase } from './db.ts';

const src = path.join(import.meta.dirname, '../src');

/** The native libraries of pictures in a process that has imported these files. */
async function pictureLibraries(...files: string[]): Promise<string[]> {
  const script = `
    for (const file of ${JSON.stringify(files)}) await import(file);
    const { sharedObjects } = process.report.getReport();
    process.stdout.write(JSON.stringify(sharedObjects.filter((name) => /vips|sharp/.test(name))), () => process.exit());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: src });
  return JSON.parse(stdout);
}

test('no role loads picture decoders at startup', async () => {
  const [atStart, withPictures] = await Promise.all([
    pictureLibraries('./app/serve.ts', './app/app.ts', './app/jobs.ts', '@guildhall/simulator/server.ts'),
    pictureLibraries('./pictures/images/encode-picture.ts'),
  ]);
  expect(withPictures).not.toEqual([]);
  expect(atStart).toEqual([]);
});

const LATE = `
  import { registerHooks } from 'node:module';
  import { PgBoss } from 'pg-boss';
  const { start } = PgBoss.prototype;
  const late = [];
  let connected = false;
  PgBoss.prototype.start = function () {
    connected = true;
    return start.call(this);
  };
  registerHooks({
    load(url, context, next) {
      if (connected && url.startsWith('file:')) late.push(url.split('/').slice(-3).join('/'));
      return next(url, context);
    },
  });
  const { serve } = await import('./app/serve.ts');
  const { readConfig } = await import('./core/config.ts');
  await serve(readConfig(process.env));
  process.stdout.write(JSON.stringify(late), () => process.exit());`;

test('a web process has read its code before the queue connects, whose waits would end while the process is blocked', async () => {
  await using database = await cloneDatabase();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'guildhall-late-'));
  const port = String(await freePort());
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    PORT: port,
    ROLES: 'web',
    SIMULATOR: 'off',
    LOG_LEVEL: 'silent',
  };
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', LATE], {
    cwd: src,
    env,
  });
  const late: string[] = JSON.parse(stdout);
  expect(late).toEqual([]);
});

/** Writes the addresses of all loaded files when the process ends. */
const loadedInto = (file: string) => `
  import { writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify(loaded)));`;

/** The files that a process of one role has loaded once it is up, as \`pnpm start\` starts it. */
async function filesAtStart(role: 'web' | 'worker'): Promise<string[]> {
  await using database = await cloneDatabase();
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'guildhall-loaded-'));
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    PORT: String(await freePort()),
    ROLES: role,
    SIMULATOR: 'off',
    SERVE_WEB: 'false',
    LOG_LEVEL: 'silent',
  };
  const list = path.join(folder.path, 'loaded.json');
  const hook = `data:text/javascript,${encodeURIComponent(loadedInto(list))}`;
  const child = spawn(process.execPath, ['--import', hook, 'main.ts'], {
    cwd: src,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (said) => void (`${said}`.includes('Guildhall is up') && child.kill('SIGINT')));
  await once(child, 'exit');
  return JSON.parse(await readFile(list, 'utf8'));
}

/**
 * No process needs these before it is asked for them: ready-made OAuth providers, parsers of imports, the embedded
 * database. None ever needs the generator of the API document, which is committed.
 */
const USED_LATER = [
  'arctic/dist/providers/',
  'imports/rows-of-text.ts',
  'saxes/',
  'maintenance/upgrade-embedded.ts',
  'maintenance/backups.ts',
  'http/openapi.ts',
  'app/api-reference.ts',
  'trpc-to-openapi/',
  'zod-openapi/',
];

test.each([
  ['web', 'app/app.ts', ['app/jobs.ts']],
  ['worker', 'app/jobs.ts', ['app/app.ts', 'pages/web-client.ts', 'csv-parse/']],
] as const)(
  'a %s process loads %s, and nothing that only other roles or later work need',
  async (role, own, others) => {
    const files = await filesAtStart(role);
    expect(files.some((file) => file.endsWith(own))).toBe(true);
    const unwanted = [...USED_LATER, ...others];
    expect(files.filter((file) => unwanted.some((part) => file.includes(part)))).toEqual([]);
  },
);
