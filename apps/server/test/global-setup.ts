/** Runs once: starts a throw-away PostgreSQL with one migrated template database, which every test app clones. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { memoryOf, openRunFolder } from '../../../.ci/run-folder.ts';
import { jobs } from '../src/app/jobs.ts';
import { migrateDatabase } from '../src/app/maintenance/migrate-database.ts';
import { startThrowAwayPostgres } from '../src/core/db/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The compile cache of the programs that tests start, hundreds of times the same few. */
    compiled: string;
  }
}

export default async function setup(project: TestProject) {
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=600'];
  await openRunFolder();
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startThrowAwayPostgres(await roomyFolder(), 'guildhall-test-', settings));
  await migrateDatabase(
    postgres.url('guildhall'),
    jobs.map(({ definition }) => definition),
  );
  project.provide('postgresUrl', postgres.url('guildhall'));
  const compiled = await mkdtemp(path.join(tmpdir(), 'guildhall-compiled-'));
  stack.defer(() => rm(compiled, { recursive: true, force: true }));
  project.provide('compiled', compiled);
  const owned = stack.move();
  return () => owned.disposeAsync();
}

const ROOM = 4 * 1024 ** 3;

/** A new database is some 1,500 files, which cost a disk ten times the processor time that memory takes. */
async function roomyFolder(): Promise<string> {
  const memory = memoryOf(tmpdir());
  const found = await statfs(memory).catch(() => undefined);
  return found && found.bavail * found.bsize >= ROOM ? memory : tmpdir();
}
