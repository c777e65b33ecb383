/** `pnpm migrate`: brings the database to the newest schema. `pnpm migrate --create name`: writes the migration of changed entities. */
import path from 'node:path';
import { readConfig } from './core/config.ts';
import { createDatabase } from './core/database.ts';
import { startEmbeddedPostgres } from './core/embedded-postgres.ts';
import { migrateDatabase } from './core/migrate-database.ts';
import { createOrm } from './core/orm.ts';
import { entities } from './entities.ts';
import { jobs } from './jobs.ts';

const config = readConfig(process.env);
await using embedded = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'));
const url = config.databaseUrl ?? embedded?.url('guildhall') ?? '';

const create = process.argv.indexOf('--create');
if (create > 0) {
  await using database = createDatabase(url, 2);
  const orm = await createOrm(database, entities);
  const { fileName } = await orm.migrator.create(undefined, false, false, process.argv[create + 1]);
  await orm.close();
  process.stdout.write(`Wrote ${fileName}\n`);
} else {
  const applied = await migrateDatabase(
    url,
    entities,
    jobs.map(({ definition }) => definition),
  );
  process.stdout.write(`${applied} migrations applied\n`);
}
