/**
 * `pnpm migrate`: brings a database to the schema of this version; the embedded one is backed up before. `--dry-run` only
 * says what it would do.
 */
import { parseArgs } from 'node:util';
import { jobDefinitions } from './app/jobs.ts';
import { describeMigration, migrateDatabase } from './app/maintenance/migrate-database.ts';
import { upgradeEmbedded } from './app/maintenance/upgrade-embedded.ts';
import { readConfigAloud, runCommand } from './core/command.ts';
import { createDatabase } from './core/db/database.ts';
import { databaseUrlOf } from './core/db/embedded-postgres.ts';
import { expectPostgres } from './core/db/schema-version.ts';
import { sqlOver } from './core/db/sql.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(process.env, async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, stopped: { type: 'boolean' } } });
  const { stopped = false } = values;
  await using stack = new AsyncDisposableStack();
  const config = readConfigAloud(process.env);
  const url = await databaseUrlOf(stack, config);
  if (values['dry-run']) {
    await using database = createDatabase(url, { max: 1 });
    const sql = sqlOver(database);
    await expectPostgres(sql);
    for (const line of await describeMigration(sql, { stopped })) say(line);
    return;
  }
  const started = performance.now();
  const applied = config.databaseUrl
    ? await migrateDatabase(url, jobDefinitions, { stopped, say })
    : await upgradeEmbedded(config, url, { stopped, say });
  if (applied.length === 0) return say('The schema is up to date');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    applied[0] === '0001-baseline'
      ? 'The schema was created'
      : `The schema is that of ${applied.at(-1)}, after ${seconds} s`,
  );
});
