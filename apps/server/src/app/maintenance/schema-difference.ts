import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../../core/config.ts';
import { createDatabase } from '../../core/db/database.ts';
import { startThrowAwayPostgres } from '../../core/db/embedded-postgres.ts';
import { createOrm } from '../../core/db/orm.ts';
import { readName, type SchemaChange, schemaChanges } from '../../migrations/schema-changes.ts';
import { entities } from '../entities.ts';

type Sides = { tables?: typeof entities; changes?: SchemaChange[] };

/** The statements that lead from a migrated database to the entities; empty if they agree. */
export async function schemaDifference({ tables = entities, changes = schemaChanges }: Sides = {}): Promise<string> {
  await using postgres = await startThrowAwayPostgres(tmpdir(), 'guildhall-drift-', ['fsync=off']);
  await using database = createDatabase(postgres.url('guildhall'), { max: 2 });
  const orm = await createOrm(database, { entities: tables, changes });
  await orm.migrator.up();
  const difference = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim();
  await orm.close();
  return difference;
}

/** Writes the difference as the next migration. Returns its file, or null if there is none. Throws ConfigError. */
export async function writeMigration(
  title: string,
  folder: string,
  { changes = schemaChanges, ...sides }: Sides = {},
): Promise<string | null> {
  const name = `${String(changes.length + 1).padStart(4, '0')}-${title}`;
  if (!readName(name)) throw new ConfigError('Name the change in lower case with hyphens: pnpm schema raid-nights');
  const difference = await schemaDifference({ ...sides, changes });
  if (!difference) return null;
  const file = path.join(folder, `${name}.sql`);
  await writeFile(file, `${difference}\n`, { flag: 'wx' });
  return file;
}
