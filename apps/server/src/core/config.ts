/** Configuration, read once. `process.env` is read nowhere else in the service. */
import { Region } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';

const optional = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
const secretText = (min: number) => z.string().min(min, `must have at least ${min} characters`);
const keyText = z.string().length(32, 'must have exactly 32 characters');

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  BASE_URL: z.url({ protocol: /^https?$/, message: 'must be an http(s) address' }).optional(),
  CORS_ORIGINS: z.string().default(''),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  ROLES: z.string().default('web,worker'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: optional,
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  REDIS_URL: optional,
  AUTH_SECRET: secretText(32).optional(),
  ENCRYPTION_KEY: keyText.optional(),
  ENCRYPTION_KEYS_OLD: z.string().default(''),
  BATTLENET_CLIENT_ID: optional,
  BATTLENET_CLIENT_SECRET: optional,
  BATTLENET_REGION: Region.default('us'),
  BATTLENET_API_URL: z.string().default('https://{region}.api.blizzard.com'),
  BATTLENET_OAUTH_URL: z.string().default('https://oauth.battle.net'),
  DISCORD_CLIENT_ID: optional,
  DISCORD_CLIENT_SECRET: optional,
  DISCORD_API_URL: z.string().default('https://discord.com/api/v10'),
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Guildhall <no-reply@localhost>'),
  STORAGE_URL: optional,
  ADMIN_EMAILS: z.string().default(''),
  SIMULATOR: z.enum(['auto', 'on', 'off']).default('auto'),
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65535).default(4010),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Role = 'web' | 'worker';
type OAuthApp = { clientId: string; clientSecret: string };

export type Config = {
  production: boolean;
  host: string | undefined;
  port: number;
  baseUrl: string;
  corsOrigins: string[];
  trustProxyHops: number;
  roles: Set<Role>;
  dataDir: string;
  /** Unset: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  redisUrl: string | undefined;
  battlenet: { app: OAuthApp | undefined; region: Region; apiUrl: string; oauthUrl: string };
  discord: { app: OAuthApp | undefined; apiUrl: string };
  smtpUrl: string | undefined;
  mailFrom: string;
  storageUrl: string | undefined;
  adminEmails: string[];
  simulator: boolean;
  simulatorPort: number;
  logLevel: string;
  /** Never logged, never serialised: the only branch that holds secrets. Unset: generated into dataDir once. */
  secrets: { auth: string | undefined; encryption: string | undefined; encryptionOld: string[] };
};

/** A wrong configuration stops the start; `message` has one readable line per problem. */
export class ConfigError extends Error {}

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Reads the configuration out of an environment. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const app = (clientId?: string, clientSecret?: string): OAuthApp | undefined =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const battlenetApp = app(env.BATTLENET_CLIENT_ID, env.BATTLENET_CLIENT_SECRET);
  const discordApp = app(env.DISCORD_CLIENT_ID, env.DISCORD_CLIENT_SECRET);
  const simulator = env.SIMULATOR === 'on' || (env.SIMULATOR === 'auto' && !production && !battlenetApp && !discordApp);

  const problems: string[] = [];
  const roles = new Set<Role>();
  for (const role of list(env.ROLES)) {
    if (role === 'web' || role === 'worker') roles.add(role);
    else problems.push(`ROLES: "${role}" is neither web nor worker`);
  }
  if (roles.size === 0) problems.push('ROLES: name web, worker or both');
  const oldKeys = list(env.ENCRYPTION_KEYS_OLD);
  if (oldKeys.some((key) => key.length !== 32)) problems.push('ENCRYPTION_KEYS_OLD: every key has 32 characters');
  if (production) {
    for (const name of ['BASE_URL', 'DATABASE_URL', 'AUTH_SECRET', 'ENCRYPTION_KEY'] as const) {
      if (!env[name]) problems.push(`${name}: must be set in production`);
    }
    if (env.BASE_URL && !env.BASE_URL.startsWith('https://') && !isLoopback(env.BASE_URL)) {
      problems.push('BASE_URL: must be https in production');
    }
  }
  if (!env.BATTLENET_API_URL.includes('://')) problems.push('BATTLENET_API_URL: must be an address');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  return {
    production,
    host: env.HOST,
    port: env.PORT,
    baseUrl: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    corsOrigins: list(env.CORS_ORIGINS),
    trustProxyHops: env.TRUST_PROXY_HOPS,
    roles,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    redisUrl: env.REDIS_URL,
    battlenet: {
      app: battlenetApp,
      region: env.BATTLENET_REGION,
      apiUrl: env.BATTLENET_API_URL,
      oauthUrl: env.BATTLENET_OAUTH_URL,
    },
    discord: { app: discordApp, apiUrl: env.DISCORD_API_URL },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    storageUrl: env.STORAGE_URL,
    adminEmails: list(env.ADMIN_EMAILS).map((email) => email.toLowerCase()),
    simulator,
    simulatorPort: env.SIMULATOR_PORT,
    logLevel: env.LOG_LEVEL,
    secrets: { auth: env.AUTH_SECRET, encryption: env.ENCRYPTION_KEY, encryptionOld: oldKeys },
  };
}

function isLoopback(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}
