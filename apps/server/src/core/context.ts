/**
 * The composition root: everything a process needs, built in order from the configuration and disposed in reverse.
 * Tests override single parts.
 */
import { type Battlenet, createBattlenet } from '@guildhall/battlenet/client.ts';
import { createDiscord, type Discord } from '@guildhall/discord/client.ts';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { createOAuthProviders, type OAuthProvider } from '../auth/oauth-providers.ts';
import { createSessions, type Sessions } from '../auth/sessions.ts';
import { entities } from '../entities.ts';
import { type Cache, createMemoryCache } from './cache.ts';
import type { Config } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMailer, type Mailer } from './mail.ts';
import { createOrm } from './orm.ts';
import { createPlatformBudget, PLATFORM_LIMITS } from './platform-budget.ts';
import { createRealtime, type Realtime } from './realtime.ts';
import { createSealer, loadSecrets, type Sealer } from './secrets.ts';
import { pooledSql, type Sql } from './sql.ts';
import { createStorage, type Storage } from './storage.ts';
import { createTransact, type Transact } from './unit-of-work.ts';

export type AppContext = {
  config: Config;
  log: Logger;
  orm: MikroORM;
  sql: Sql;
  transact: Transact;
  boss: PgBoss;
  sealer: Sealer;
  sessions: Sessions;
  oauth: Partial<Record<'battlenet' | 'discord', OAuthProvider>>;
  battlenet: Battlenet;
  discord: Discord;
  cache: Cache;
  storage: Storage;
  mail: Mailer;
  realtime: Realtime;
  [Symbol.asyncDispose](): Promise<void>;
};

export type ContextOverrides = Partial<Pick<AppContext, 'log' | 'battlenet' | 'discord' | 'mail'>>;

export async function createContext(config: Config, overrides: ContextOverrides = {}): Promise<AppContext> {
  if (!config.databaseUrl) throw new Error('createContext needs a database address');
  await using stack = new AsyncDisposableStack();
  const log = overrides.log ?? createLogger(config.logLevel);
  const secrets = await loadSecrets(config);

  const orm = await createOrm(config.databaseUrl, config.databasePoolSize, entities, log);
  stack.defer(() => orm.close());
  const pool = await orm.em.getConnection().getNativeClient();
  const sql = pooledSql(pool);

  // Listening sockets hold a connection each, so the bus and the queue have a small pool of their own.
  const busPool = new pg.Pool({ connectionString: config.databaseUrl, max: 4 });
  busPool.on('error', (err) => log.warn({ err }, 'bus connection'));
  stack.defer(() => busPool.end());
  const realtime = createRealtime(busPool, log);
  stack.defer(() => realtime.close());

  const boss = new PgBoss({
    connectionString: config.databaseUrl,
    schema: 'pgboss',
    max: 6,
    useListenNotify: true,
    migrate: false,
    createSchema: false,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    schedule: config.roles.has('worker'),
    supervise: config.roles.has('worker'),
  });
  boss.on('error', (err) => log.error({ err }, 'job queue'));
  await boss.start();
  stack.defer(() => boss.stop({ graceful: true, timeout: 10_000 }));

  const mail = overrides.mail ?? createMailer(config);
  stack.defer(() => mail.close());

  const { app, apiUrl, oauthUrl } = config.battlenet;
  const battlenet =
    overrides.battlenet ??
    createBattlenet({
      clientId: app?.clientId ?? '',
      clientSecret: app?.clientSecret ?? '',
      apiUrl,
      oauthUrl,
      budget: createPlatformBudget(sql, 'battlenet', PLATFORM_LIMITS),
    });
  const discord = overrides.discord ?? createDiscord({ apiUrl: config.discord.apiUrl, homepage: config.baseUrl });

  const context: Omit<AppContext, typeof Symbol.asyncDispose> = {
    config,
    log,
    orm,
    sql,
    transact: createTransact(orm, boss, (err) => log.error({ err }, 'after commit')),
    boss,
    sealer: createSealer(secrets.encryption),
    sessions: createSessions(sql, (err) => log.warn({ err }, 'session activity')),
    oauth: createOAuthProviders(config, { battlenet, discord }),
    battlenet,
    discord,
    cache: createMemoryCache(),
    storage: await createStorage(config),
    mail,
    realtime,
  };
  const owned = stack.move();
  return { ...context, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
