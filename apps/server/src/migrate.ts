/** `pnpm migrate`: creates the schema in an empty database. */
import path from 'node:path';
import { runCommand } from './core/command.ts';
import { readConfig } from './core/config.ts';
import { startEmbeddedPostgres } from './core/db/embedded-postgres.ts';
import { jobs } from './jobs.ts';
import { migrateDatabase } from './migrate-database.ts';

await runCommand(process.env, async () => {
  const config = readConfig(process.env);
  await using embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'));
  const url = config.databaseUrl ?? embedded?.url('guildhall') ?? '';
  const applied = await migrateDatabase(
    url,
    jobs.map(({ definition }) => definition),
  );
  process.stdout.write(applied === 0 ? 'The schema is up to date\n' : 'The schema was created\n');
});
