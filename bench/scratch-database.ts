import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { jobs } from '../apps/server/src/app/jobs.ts';
import { migrateDatabase } from '../apps/server/src/app/maintenance/migrate-database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/core/db/embedded-postgres.ts';

/** A temporary folder that is removed with the stack. */
export async function scratchFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-bench-'));
  // When started as root, the server runs as another user, who needs access; otherwise it would copy itself elsewhere
  // first.
  await chmod(folder, 0o755);
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A migrated database on the embedded server, with the server's default durability. Returns its address. */
export async function scratchDatabase(
  stack: AsyncDisposableStack,
  folder: string,
  settings: string[] = [],
): Promise<string> {
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres'), settings));
  const url = postgres.url('guildhall');
  await migrateDatabase(
    url,
    jobs.map(({ definition }) => definition),
  );
  return url;
}

/** The address of a copy of this database, which has no connection meanwhile. */
export async function copyOf(url: string, name: string): Promise<string> {
  const server = new pg.Client({ connectionString: url.replace(/\/guildhall$/, '/postgres') });
  await server.connect();
  await server.query(`create database ${name} template guildhall`);
  await server.end();
  return url.replace(/\/guildhall$/, `/${name}`);
}
