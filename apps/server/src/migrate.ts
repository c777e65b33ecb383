/** `pnpm migrate`: creates the schema in an empty database. */
import { runCommand } from './core/command.ts';
import { readConfig } from './core/config.ts';
import { databaseUrlOf } from './core/db/embedded-postgres.ts';
import { jobDefinitions } from './jobs.ts';
import { migrateDatabase } from './migrate-database.ts';

await runCommand(process.env, async () => {
  await using stack = new AsyncDisposableStack();
  const url = await databaseUrlOf(stack, readConfig(process.env));
  const applied = await migrateDatabase(url, jobDefinitions);
  process.stdout.write(applied === 0 ? 'The schema is up to date\n' : 'The schema was created\n');
});
