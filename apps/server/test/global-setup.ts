/** Runs once: starts a throw-away PostgreSQL with one migrated template database, which every test app clones. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { jobs } from '../src/app/jobs.ts';
import { migrateDatabase } from '../src/app/maintenance/migrate-database.ts';
import { startEmbeddedPostgres } from '../src/core/db/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The compile cache of the programs that tests start, hundreds of times the same few. */
    compiled: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(await roomyFolder(), 'guildhall-test-'));
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=600'];
  const postgres = await startEmbeddedPostgres(folder, settings);
  await migrateDatabase(
    postgres.url('guildhall'),
    jobs.map(({ definition }) => definition),
  );
  project.provide('postgresUrl', postgres.url('guildhall'));
  project.provide('compiled', `${folder}.compiled`);
  return async () => {
    await postgres[Symbol.asyncDispose]();
    for (const place of [folder, `${folder}.password`, `${folder}.compiled`])
      await rm(place, { recursive: true, force: true });
  };
}

const SHARED_MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

/** A new database is some 1,500 files, which cost a disk ten times the processor time that memory takes. */
async function roomyFolder(): Promise<string> {
  const memory = await statfs(SHARED_MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= ROOM ? SHARED_MEMORY : tmpdir();
}
