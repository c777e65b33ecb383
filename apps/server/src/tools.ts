/** `pnpm admin:grant <email>`, `pnpm keys:rotate` and `pnpm discord:register`: operator commands, run alongside the service. */

import { rotateKeys } from './auth/rotate-keys.ts';
import { runCommand } from './core/command.ts';
import { type Config, ConfigError, readConfig } from './core/config.ts';
import { createDatabase } from './core/db/database.ts';
import { databaseUrlOf } from './core/db/embedded-postgres.ts';
import { createOrm } from './core/db/orm.ts';
import { pooledSql, type Sql, transactionSql } from './core/db/sql.ts';
import { createSealer, loadSecrets } from './core/secrets.ts';
import { appoint } from './people/grant-admin.ts';
import { resealWebhooks } from './webhooks/reseal-webhooks.ts';

const out = (line: string) => process.stdout.write(`${line}\n`);

async function makeAdmin(sql: Sql, email: string | undefined): Promise<void> {
  const user = await appoint(sql, email);
  out(
    user
      ? `${user.name} is an administrator now.`
      : `Nobody has signed in with the address ${email ?? '(none given)'}.`,
  );
  if (!user) process.exitCode = 1;
}

async function rotate(sql: Sql, config: Config): Promise<void> {
  const { encryption } = await loadSecrets(config);
  const sealer = createSealer(encryption);
  const { resealed, unreadable } = await rotateKeys({ sql, sealer });
  const webhooks = await resealWebhooks(sql, sealer);
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

await runCommand(process.env, async () => {
  const [task, argument] = process.argv.slice(2);
  const config = readConfig(process.env);
  if (task === 'discord:register') return register(config, argument === '--check');
  await using stack = new AsyncDisposableStack();
  const database = stack.use(createDatabase(await databaseUrlOf(stack, config), { max: 2 }));
  const orm = await createOrm(database);
  try {
    if (task === 'admin:grant') await orm.em.transactional((em) => makeAdmin(transactionSql(em), argument));
    else if (task === 'keys:rotate') await rotate(pooledSql(database), config);
    else throw new ConfigError('Name a task: admin:grant, keys:rotate or discord:register');
  } finally {
    await orm.close();
  }
});
