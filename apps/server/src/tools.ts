/**
 * `pnpm admin:grant <email>`, `pnpm keys:rotate`, `pnpm discord:register` and `pnpm backup`: operator commands, run
 * alongside the service. `pnpm restore <file>` wants it stopped.
 */
import { parseArgs } from 'node:util';
import type { MikroORM } from '@mikro-orm/postgresql';
import { entities } from './app/entities.ts';
import { backUp, finishRestore, restore } from './app/maintenance/backups.ts';
import { describeLostKey } from './app/maintenance/lost-key.ts';
import { readConfigAloud, runCommand } from './core/command.ts';
import { type Config, ConfigError } from './core/config.ts';
import { createDatabase, type Database } from './core/db/database.ts';
import { databaseUrlOf } from './core/db/embedded-postgres.ts';
import { createOrm } from './core/db/orm.ts';
import { expectPostgres, expectSchema } from './core/db/schema-version.ts';
import { sqlOver } from './core/db/sql.ts';
import { inTransaction, type Rows } from './core/db/transaction.ts';
import { createSealer, loadSecrets } from './core/secrets.ts';
import { appointAdministrator } from './identity/people/grant-admin.ts';
import { rotateKeys } from './identity/sessions/rotate-keys.ts';
import { resealWebhooks } from './webhooks/reseal-webhooks.ts';

const out = (line: string) => process.stdout.write(`${line}\n`);

async function makeAdmin(tx: Rows, email: string | undefined): Promise<void> {
  const user = await appointAdministrator(tx, email);
  out(
    user
      ? `${user.name} is an administrator now.`
      : `No user has signed in with the address ${email ?? '(none given)'}.`,
  );
  if (!user) process.exitCode = 1;
}

async function rotate(database: Database, orm: MikroORM, config: Config): Promise<void> {
  const { encryption } = await loadSecrets(config);
  const sealer = createSealer(encryption);
  const transact = <T>(work: (tx: Rows) => Promise<T>) => inTransaction(database, orm, work);
  const rotating = { sql: sqlOver(database), transact, sealer };
  const { resealed, unreadable } = await rotateKeys(rotating);
  const webhooks = await resealWebhooks(rotating);
  out(
    `${webhooks.resealed} webhooks sealed with the current key, ${webhooks.unreadable} could not be opened and need their address again.`,
  );
  out(`${resealed} accounts sealed with the current key, ${unreadable} could not be opened and have to sign in again.`);
}

async function register(config: Config, checkOnly: boolean): Promise<void> {
  const { registerCommands } = await import('./discord/interactions/commands.ts');
  const { differs, endpoint } = await registerCommands(config, { checkOnly });
  if (differs.length === 0) out(`Discord knows all commands, and sends interactions to ${endpoint}.`);
  else out(`${checkOnly ? 'Differs' : 'Registered'}: ${differs.join(', ')}.`);
  if (checkOnly && differs.length > 0) process.exitCode = 1;
}

const EMBEDDED_ONLY =
  'DATABASE_URL: is set, and backup and restore are for the embedded database. docs/operations.md has the commands for a server.';

async function writeBackup(config: Config, to: string | undefined): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const url = await databaseUrlOf(stack, config);
  await finishRestore(config, url);
  const file = await backUp(config, url, to);
  if (config.storageUrl) out('The pictures are not in it: they are where STORAGE_URL says.');
  const { auth, encryption } = config.secrets;
  const configured = Object.entries({ AUTH_SECRET: auth, ENCRYPTION_KEY: encryption }).filter(([, value]) => value);
  if (configured.length > 0) {
    out(`Not in it: ${configured.map(([name]) => name).join(' and ')}. Keep what the environment of the service says.`);
  }
  out(
    `Backed up to ${file}.${configured.length < 2 ? ' It has the secrets too.' : ''} Keep it on another machine, where only you can read it.`,
  );
}

async function readBackup(config: Config, parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (!file) throw new ConfigError('Name the backup: pnpm restore <file>');
  await restore(config, file, { ...values, say: out });
  await using stack = new AsyncDisposableStack();
  const database = stack.use(createDatabase(await databaseUrlOf(stack, config), { max: 1 }));
  const sealer = createSealer((await loadSecrets(config)).encryption);
  const lost = await describeLostKey({ sql: sqlOver(database), sealer });
  out(lost ?? 'Restored. Start as usual.');
}

await runCommand(process.env, async () => {
  const [task, argument, ...more] = process.argv.slice(2);
  const config = readConfigAloud(process.env);
  if (task === 'discord:register') return register(config, argument === '--check');
  if (task === 'backup' || task === 'restore') {
    if (config.databaseUrl) throw new ConfigError(EMBEDDED_ONLY);
    return task === 'backup' ? writeBackup(config, argument) : readBackup(config, argument ? [argument, ...more] : []);
  }
  await using stack = new AsyncDisposableStack();
  const url = await databaseUrlOf(stack, config);
  if (!config.databaseUrl) await finishRestore(config, url);
  const database = stack.use(createDatabase(url, { max: 2 }));
  await expectPostgres(sqlOver(database));
  await expectSchema(sqlOver(database));
  const orm = await createOrm(database, { entities });
  try {
    if (task === 'admin:grant') await inTransaction(database, orm, (tx) => makeAdmin(tx, argument));
    else if (task === 'keys:rotate') await rotate(database, orm, config);
    else throw new ConfigError('Name a task: admin:grant, keys:rotate, discord:register, backup or restore');
  } finally {
    await orm.close();
  }
});
