import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/core/db/embedded-postgres.ts';
import { entities } from '../apps/server/src/entities.ts';
import { jobs } from '../apps/server/src/jobs.ts';
import { migrateDatabase } from '../apps/server/src/migrate-database.ts';

/** A temp folder that goes away with the stack. */
export async function scratchFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-bench-'));
  // As root the server runs as another user, who has to get in; otherwise it would copy itself elsewhere first.
  await chmod(folder, 0o755);
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A migrated database of its own on the embedded server, with the server's default durability. Answers its address. */
export async function scratchDatabase(stack: AsyncDisposableStack, folder: string): Promise<string> {
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres')));
  const url = postgres.url('guildhall');
  await migrateDatabase(
    url,
    entities,
    jobs.map(({ definition }) => definition),
  );
  return url;
}
