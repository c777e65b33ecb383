import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startThrowAwayPostgres } from './embedded-postgres.ts';

test.each([
  ['no password', ''],
  ['another password', ':guess'],
])('the embedded database refuses connections with %s', async (_what, password) => {
  const connectionString = inject('postgresUrl').replace(/:[^:@/]+@/, `${password}@`);
  const client = new pg.Client({ connectionString });
  await expect(client.connect()).rejects.toThrow(/password/);
});

test('a throw-away database leaves nothing behind, nor does one that cannot start', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'guildhall-databases-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  // PostgreSQL may run as another user.
  await chmod(parent, 0o755);
  {
    await using postgres = await startThrowAwayPostgres(parent, 'one-');
    const client = new pg.Client({ connectionString: postgres.url('guildhall') });
    await client.connect();
    await client.end();
    expect(await readdir(parent)).toHaveLength(2);
  }
  expect(await readdir(parent)).toEqual([]);
  await expect(startThrowAwayPostgres(parent, 'two-', ['no_such_setting=on'])).rejects.toThrow('no_such_setting');
  expect(await readdir(parent)).toEqual([]);
});
