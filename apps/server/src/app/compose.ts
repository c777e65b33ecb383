/**
 * The composition root: everything a process needs, built in order from the configuration and disposed in reverse.
 * Tests override single parts.
 */
import { createBattlenet } from '@guildhall/battlenet/client.ts';
import { createDiscordBot } from '@guildhall/discord/bot.ts';
import { createDiscord } from '@guildhall/discord/client.ts';
import { createWarcraftLogs } from '@guildhall/warcraftlogs/client.ts';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Config } from '../core/config.ts';
import { createDatabase, librarySettings } from '../core/db/database.ts';
import { createOrm } from '../core/db/orm.ts';
import { expectPostgres, expectSchema } from '../core/db/schema-version.ts';
import { sqlOver } from '../core/db/sql.ts';
import { QUEUE_SCHEMA, queueConnectionName } from '../core/jobs/queues.ts';
import { createTransact } from '../core/jobs/unit-of-work.ts';
import { createLogger, type Logger } from '../core/logger.ts';
import { createDiscordPace } from '../core/platform/discord-pace.ts';
import { createPlatformBudget } from '../core/platform/platform-budget.ts';
import { createRealtime } from '../core/realtime/realtime.ts';
import { createSealer, createSigner, loadSecrets } from '../core/secrets.ts';
import { type Cache, createMemoryCache, createSharedCache } from '../core/services/cache.ts';
import type { AppContext } from '../core/services/context.ts';
import { createCountingMailer, createMailer } from '../core/services/mail.ts';
import { createMetrics } from '../core/services/metrics.ts';
import { createPictureUrl } from '../core/services/picture-url.ts';
import { createQueueDashboard } from '../core/services/queue-dashboard.ts';
import { createLimits } from '../core/services/rate-limit.ts';
import { createStorage } from '../core/services/storage.ts';
import { createSessions } from '../identity/sessions/sessions.ts';
import { createOAuthProviders } from '../identity/sign-in/oauth-providers.ts';
import { authenticateService } from '../membership/services/authenticate-service.ts';
import { entities } from './entities.ts';

export type ContextOverrides = Partial<Pick<AppContext, 'log' | 'battlenet' | 'discord' | 'mail' | 'orm'>>;

export async function createContext(config: Config, overrides: ContextOverrides = {}): Promise<AppContext> {
  if (!config.databaseUrl) throw new Error('createContext needs a database address');
  await using stack = new AsyncDisposableStack();
  const log = overrides.log ?? createLogger(config.logLevel);
  const secrets = await loadSecrets(config);
  const { databasePatienceMs: patienceMs } = config;

  const database = stack.use(createDatabase(config.databaseUrl, { max: config.databasePoolSize, patienceMs, log }));
  const orm = overrides.orm ?? (await createOrm(database, { log, entities }));
  const sql = sqlOver(database);
  // Asked before anything stays connected, so that a missing database or schema is reported once.
  await expectPostgres(sql);
  await expectSchema(sql);
  await sql.run(QUEUE_SCHEMA);

  // A listening socket holds a connection, so the bus and the queue have a small pool of their own.
  const busPool = new pg.Pool({
    ...librarySettings(config.databaseUrl, { connectMs: patienceMs, answerMs: patienceMs }),
    max: 4,
  });
  busPool.on('error', (err) => log.warn({ err }, 'bus connection'));
  stack.defer(() => busPool.end());
  const realtime = createRealtime(busPool, sql, log, config.corsOrigins);
  stack.defer(() => realtime.close());

  const boss = new PgBoss({
    ...librarySettings(config.databaseUrl, { connectMs: patienceMs, answerMs: 4 * patienceMs }),
    notifyHeartbeatIntervalMs: 5_000,
    notifyHeartbeatTimeoutMs: patienceMs,
    application_name: queueConnectionName(config.roles.has('worker')),
    schema: 'pgboss',
    max: config.queuePoolSize,
    useListenNotify: true,
    migrate: false,
    createSchema: false,
    // Then it counts all jobs, for its dashboard. Workers look for jobs of killed ones themselves.
    monitorIntervalSeconds: 300,
    schedule: config.roles.has('worker'),
    supervise: config.roles.has('worker'),
  });
  boss.on('error', (err) => log.error({ err }, 'job queue'));
  await boss.start();
  stack.defer(() => boss.stop({ graceful: true, timeout: 10_000 }));

  const queueDashboard = createQueueDashboard(config.databaseUrl);
  stack.defer(() => queueDashboard.close());

  const metrics = createMetrics(database.pool, realtime.sockets);
  const mail = createCountingMailer(overrides.mail ?? createMailer(config), metrics.mail);
  stack.defer(() => mail.close());

  const ownCache = config.redisUrl ? await redisCache(config.redisUrl, log) : createMemoryCache();
  const cache = createSharedCache(ownCache, realtime);
  stack.defer(() => cache.close());

  const { anonymous } = config.rateLimits;
  const limits = createLimits(database, { signIn: anonymous, open: 100 * anonymous, ...config.rateLimits });
  stack.defer(() => limits.close());

  const { app, apiUrl, oauthUrl } = config.battlenet;
  const battlenet =
    overrides.battlenet ??
    createBattlenet({
      clientId: app?.clientId ?? '',
      clientSecret: app?.clientSecret ?? '',
      apiUrl,
      oauthUrl,
      budget: createPlatformBudget(sql, 'battlenet', config.platformLimits),
      onRequest: metrics.platform('battlenet'),
    });
  const discordHost = {
    apiUrl: config.discord.apiUrl,
    homepage: config.baseUrl,
    onRequest: metrics.platform('discord'),
  };
  const discord = overrides.discord ?? createDiscord(discordHost);
  const { botToken } = config.discord;
  const { warcraftLogs: logs } = config;

  const sign = createSigner(secrets.auth);
  const transact = createTransact(database, orm, boss, log, realtime.changed);
  const context: Omit<AppContext, typeof Symbol.asyncDispose> = {
    config,
    stopping: new AbortController(),
    log,
    database,
    orm,
    sql,
    transact,
    boss,
    sealer: createSealer(secrets.encryption),
    sign,
    pictureUrl: createPictureUrl(config.baseUrl, sign),
    sessions: createSessions(sql, (err) => log.warn({ err }, 'session activity')),
    services: (token, actFor) => authenticateService({ sql, transact, log }, token, actFor),
    oauth: createOAuthProviders(config, { battlenet, discord }),
    battlenet,
    discord,
    discordBot:
      botToken === undefined
        ? null
        : createDiscordBot({ ...discordHost, token: botToken, pace: createDiscordPace(sql) }),
    warcraftLogs: logs.app ? createWarcraftLogs({ ...logs.app, apiUrl: logs.apiUrl }) : null,
    limits,
    cache,
    storage: await createStorage(config),
    mail,
    realtime,
    metrics,
    queueDashboard,
  };
  const owned = stack.move();
  return { ...context, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Loaded only where it is configured: the library defines a class for each command of the store. */
async function redisCache(url: string, log: Logger): Promise<Cache> {
  const { createRedisCache } = await import('../core/services/redis-cache.ts');
  return createRedisCache(url, log);
}
