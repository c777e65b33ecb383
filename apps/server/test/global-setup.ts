/** Runs once: starts a throw-away PostgreSQL with one migrated template database, which every test app clones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/core/db/embedded-postgres.ts';
import { jobs } from '../src/jobs.ts';
import { migrateDatabase } from '../src/migrate-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-test-'));
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=600'];
  const postgres = await startEmbeddedPostgres(folder, settings);
  await migrateDatabase(
    postgres.url('guildhall'),
    jobs.map(({ definition }) => definition),
  );
  project.provide('postgresUrl', postgres.url('guildhall'));
  return async () => {
    await postgres[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
}
