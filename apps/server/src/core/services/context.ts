/** The parts of the process, built in `compose.ts` and passed to every verb, query and job. */
import type { Battlenet } from '@guildhall/battlenet/client.ts';
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import type { Discord } from '@guildhall/discord/client.ts';
import type { WarcraftLogs } from '@guildhall/warcraftlogs/client.ts';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { PgBoss } from 'pg-boss';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import type { Transact } from '../jobs/unit-of-work.ts';
import type { Logger } from '../logger.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Sealer, Signer } from '../secrets.ts';
import type { Cache } from './cache.ts';
import type { Mailer } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { PictureUrl } from './picture-url.ts';
import type { AuthenticateService, OAuthProviders, Sessions } from './ports.ts';
import type { QueueDashboard } from './queue-dashboard.ts';
import type { Limits } from './rate-limit.ts';
import type { Storage } from './storage.ts';

export type AppContext = {
  config: Config;
  /** Aborted once this process is told to stop. */
  stopping: AbortController;
  log: Logger;
  database: Database;
  orm: MikroORM;
  sql: Sql;
  transact: Transact;
  boss: PgBoss;
  sealer: Sealer;
  sign: Signer;
  pictureUrl: PictureUrl;
  sessions: Sessions;
  services: AuthenticateService;
  oauth: OAuthProviders;
  battlenet: Battlenet;
  discord: Discord;
  /** Null when no bot is configured. */
  discordBot: DiscordBot | null;
  /** Null without credentials. */
  warcraftLogs: WarcraftLogs | null;
  limits: Limits;
  cache: Cache;
  storage: Storage;
  mail: Mailer;
  realtime: Realtime;
  metrics: Metrics;
  queueDashboard: QueueDashboard;
  [Symbol.asyncDispose](): Promise<void>;
};
