import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getConstructionPlans } from 'pg-boss';
import { createDatabase } from './core/db/database.ts';
import { startEmbeddedPostgres } from './core/db/embedded-postgres.ts';
import { createOrm } from './core/db/orm.ts';
import { entities } from './entities.ts';
import { queueFile } from './migrations/schema-changes.ts';

/** The tables of the installed queue, and the file that keeps them for dumps of today. */
export function installedQueue() {
  const text = getConstructionPlans('pgboss');
  const [, version] = /INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(text) ?? [];
  return { text, file: queueFile(Number(version)) };
}

/** The statements that lead from a migrated database to the entities; empty if they agree. */
export async function schemaDifference(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-drift-'));
  try {
    await using postgres = await startEmbeddedPostgres(folder, ['fsync=off']);
    await using database = createDatabase(postgres.url('guildhall'), { max: 2 });
    const orm = await createOrm(database, { entities });
    await orm.migrator.up();
    const difference = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim();
    await orm.close();
    return difference;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
