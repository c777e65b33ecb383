import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
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
    pictureLibraries('./serve.ts', './app.ts', './jobs.ts', '@guildhall/simulator/server.ts'),
    pictureLibraries('./images/encode-picture.ts'),
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
  const { serve } = await import('./serve.ts');
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
