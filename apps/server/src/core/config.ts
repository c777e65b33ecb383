/** Configuration, read once. `process.env` is read nowhere else in the service. */
import { readFileSync } from 'node:fs';
import { type DemoAccount, deliverable } from '@guildhall/contracts/auth.ts';
import { Locale, Region } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { DEFAULT_LOCALES } from './languages.ts';
import './input-messages.ts';

const PackageFile = z.object({ version: z.string() });
/** The version of the API, whatever an operator calls the deployed one. */
export const packageVersion = () =>
  PackageFile.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const listOf = <T extends z.ZodType<unknown, string>>(item: T) => z.string().transform(list).pipe(z.array(item));
const text = z.string().optional();
const secretText = z.string().min(32, 'must have at least 32 characters');
// AES takes 32 bytes; with ASCII alone, a character is a byte.
const keyText = z.string().regex(/^[\x21-\x7e]{32}$/, 'must have exactly 32 characters, ASCII and no spaces');
const publicKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits, as the developer portal shows them');
const port = z.coerce.number().int().min(0).max(65535);
const role = z.enum(['web', 'worker'], { error: ({ input }) => `"${input}" is neither web nor worker` });
const locale = z.enum(Locale.options, {
  error: ({ input }) => `"${input}" is not a language of the game platform`,
});
const origin = z
  .string()
  .refine(isOrigin, {
    error: ({ input }) => `"${input}" is not an origin such as https://guild.example`,
  })
  .transform(lowerCase);

/** A bare host also covers its subdomains, on https only; an origin covers just itself. */
const mediaHost = z
  .string()
  .refine((value) => isOrigin(value) || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value), {
    error: ({ input }) => `"${input}" is neither a host nor an origin such as https://media.example`,
  })
  .transform(lowerCase);

/** A URL with one of these protocols, in which `{region}` may stand. */
function address(...protocols: string[]) {
  const begins = new RegExp(`^(${protocols.join('|')}):`, 'i');
  return z
    .string()
    .refine((value) => begins.test(value), {
      message: `must be an address that begins with ${protocols.join(':// or ')}://`,
      abort: true,
    })
    .refine(isWhole, UNREADABLE_ADDRESS);
}

/** Whether nothing of the address is lost: `#` cuts off the rest, here or already in an `.env` file. */
function isWhole(value: string): boolean {
  const url = URL.parse(value.replaceAll('{region}', 'us'));
  if (url === null || url.hash !== '') return false;
  const isDatabase = /^postgres(ql)?:$/.test(url.protocol);
  return !isDatabase || url.username !== '' || url.search !== '' || url.pathname.length > 1;
}

// Without the value: an error must not quote a password.
const UNREADABLE_ADDRESS =
  'cannot be read as an address. In a user name or password write # as %23, @ as %40, / as %2F, ? as %3F and % as %25';

const mailAddress = z.string().transform((text, { addIssue }) => {
  const address = deliverable(text);
  if (address === null) addIssue(`"${text}" is not an e-mail address`);
  return address ?? z.NEVER;
});

const DEFAULT_SENDER = 'Guildhall <no-reply@localhost>';
const SENDER = /^(?:"(?<quoted>(?:[^"\\]|\\.)*)" ?|(?<plain>[^"<>]*))<(?<address>[^<>]*)>$|^(?<bare>[^"<>]*)$/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Read once, so that no library reads a list, a group or a comment into it. */
const sender = z.string().transform((text, { addIssue }) => {
  const { quoted, plain = '', bare, address = bare } = SENDER.exec(text)?.groups ?? {};
  const refuse = (message: string) => {
    addIssue(message);
    return z.NEVER;
  };
  if (!address?.includes('@') || CONTROL.test(text))
    return refuse('must be an address, or a name with one: Guildhall <no-reply@guild.example>');
  if (/[,:;@\\]/.test(plain))
    return refuse(
      'put the name in double quotes, because of a , : ; @ or \\ in it: "Raid, Guild" <no-reply@guild.example>',
    );
  const sends = deliverable(address) ?? ofThisHost(address);
  if (sends === null)
    return refuse(`"${address}" is not an address from which mail arrives. Write one such as no-reply@guild.example`);
  return { name: quoted?.replaceAll(/\\(.)/gu, '$1') ?? plain.trim(), address: sends };
});

const THIS_HOST = '@localhost';
/** For development, where no mail goes further. */
const ofThisHost = (text: string) =>
  text.toLowerCase().endsWith(THIS_HOST) ? (deliverable(`${text}.example`)?.replace(/\.example$/, '') ?? null) : null;

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  VERSION: text,
  HOST: text,
  PORT: port.default(4000),
  WORKER_PORT: port.optional(),
  BASE_URL: z
    .string()
    .refine(
      (value) => isOrigin(value.replace(/\/$/, '')),
      'must be an address without a path, such as https://guild.example',
    )
    .transform(lowerCase)
    .optional(),
  CORS_ORIGINS: listOf(origin).prefault(''),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  SERVE_WEB: z.enum(['true', 'false']).default('true'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).optional(),
  STOP_SECONDS: z.coerce.number().int().min(1).max(300).default(25),
  RATE_LIMIT_PERSON: z.coerce.number().int().min(1).max(1_000_000).default(300),
  RATE_LIMIT_ANONYMOUS: z.coerce.number().int().min(1).max(1_000_000).default(60),
  ROLES: listOf(role).prefault('web,worker'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_PATIENCE_MS: z.coerce.number().int().min(500).max(600_000).default(3_500),
  REDIS_URL: address('redis', 'rediss').optional(),
  AUTH_SECRET: secretText.optional(),
  ENCRYPTION_KEY: keyText.optional(),
  ENCRYPTION_KEYS_OLD: listOf(keyText).prefault(''),
  BATTLENET_CLIENT_ID: text,
  BATTLENET_CLIENT_SECRET: text,
  BATTLENET_REGION: Region.default('us'),
  BATTLENET_API_URL: address('https', 'http').default('https://{region}.api.blizzard.com'),
  BATTLENET_MEDIA_HOSTS: listOf(mediaHost).prefault('worldofwarcraft.com,battle.net'),
  BATTLENET_OAUTH_URL: address('https', 'http').default('https://oauth.battle.net'),
  WARCRAFTLOGS_CLIENT_ID: text,
  WARCRAFTLOGS_CLIENT_SECRET: text,
  LOCALES: listOf(locale).prefault(DEFAULT_LOCALES.join()),
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  DISCORD_PUBLIC_KEY: listOf(publicKey).prefault(''),
  DISCORD_BOT_TOKEN: z
    .string()
    // Reported without the value: an error must not quote a token.
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces')
    .optional(),
  DISCORD_API_URL: address('https', 'http').default('https://discord.com/api/v10'),
  WEBHOOK_ALLOW: listOf(origin).prefault(''),
  WEBHOOK_PORTS: listOf(z.coerce.number<string>().int().min(1).max(65535)).prefault('443'),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: sender.prefault(DEFAULT_SENDER),
  STORAGE_URL: address('file', 's3').optional(),
  MODERATION: z.enum(['openai', 'manual', 'off']).optional(),
  MODERATION_URL: address('https', 'http').default('https://api.openai.com'),
  MODERATION_API_KEY: text,
  ADMIN_EMAILS: listOf(mailAddress).prefault(''),
  SIMULATOR: z.enum(['auto', 'on', 'off']).default('auto'),
  SIMULATOR_PORT: port.default(4010),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Role = z.infer<typeof role>;
export type BudgetLimits = { perSecond: number; perHour: number; interactiveShare: number };

/** The platform allows 100 requests a second and 36,000 an hour; we stay well below. */
export const PLATFORM_LIMITS: BudgetLimits = { perSecond: 35, perHour: 30_000, interactiveShare: 0.15 };

type GuildTools = { raidHelperUrl?: string; wowauditUrl?: string; raidbotsUrl?: string; qeLiveUrl?: string };
const GUILD_TOOLS: GuildTools = {};

type WarcraftLogsConfig = { app: { clientId: string; clientSecret: string } | undefined; apiUrl?: string };

/** An invalid configuration, which prevents the start; `message` has one readable line per problem. */
export class ConfigError extends Error {}

/** Reads the configuration out of an environment. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // `NAME=` in an .env file counts as unset.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  const wrong = parsed.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? [];
  const problems = [...misspelled(given), ...wrong, ...missing(given), ...contradictions(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));

  return { ...configOf(parsed.data), warnings: mistyped(given) };
}

/** `warnings`: sentences about names that may be mistyped. */
export type Config = ReturnType<typeof configOf> & { warnings: string[] };

function configOf(env: z.infer<typeof Environment>) {
  const production = env.NODE_ENV === 'production';
  const app = (clientId?: string, clientSecret?: string) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const battlenetApp = app(env.BATTLENET_CLIENT_ID, env.BATTLENET_CLIENT_SECRET);
  const warcraftLogs: WarcraftLogsConfig = { app: app(env.WARCRAFTLOGS_CLIENT_ID, env.WARCRAFTLOGS_CLIENT_SECRET) };
  const discordApp = app(env.DISCORD_CLIENT_ID, env.DISCORD_CLIENT_SECRET);
  /** People of the simulator, for the sign-in page. */
  const demoAccounts: DemoAccount[] = [];
  return {
    production,
    /** The deployed version. */
    version: env.VERSION ?? packageVersion(),
    host: env.HOST,
    port: env.PORT,
    /** Where a process without the role `web` answers probes and metrics; unset: nowhere. */
    workerPort: env.WORKER_PORT,
    baseUrl: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    corsOrigins: env.CORS_ORIGINS,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    serveWeb: env.SERVE_WEB === 'true',
    /** Requests per minute. */
    rateLimits: { person: env.RATE_LIMIT_PERSON, anonymous: env.RATE_LIMIT_ANONYMOUS },
    roles: new Set(env.ROLES),
    dataDir: env.DATA_DIR,
    /** Unset: the embedded PostgreSQL under dataDir. */
    databaseUrl: env.DATABASE_URL,
    /** How long a process goes on answering after the signal to stop, so that load balancers notice. */
    drainSeconds: env.DRAIN_SECONDS ?? (production ? 3 : 0),
    /** The latest end after that signal, whatever hangs. */
    stopSeconds: env.STOP_SECONDS,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** How long a request waits for the database; a job waits four times as long. */
    databasePatienceMs: env.DATABASE_PATIENCE_MS,
    redisUrl: env.REDIS_URL,
    battlenet: {
      app: battlenetApp,
      region: env.BATTLENET_REGION,
      apiUrl: env.BATTLENET_API_URL,
      oauthUrl: env.BATTLENET_OAUTH_URL,
      mediaHosts: env.BATTLENET_MEDIA_HOSTS,
    },
    /** Languages of the game's names; always includes English as the fallback. */
    locales: [...new Set<Locale>(['en_US', ...env.LOCALES])],
    /** Requests to the game platform, over all processes. */
    platformLimits: PLATFORM_LIMITS,
    /** Whether linking a game account fetches its characters at once. */
    syncAtSignIn: true,
    /** Connections of the job queue. */
    queuePoolSize: 6,
    /** Whether a worker starts jobs by the clock. */
    schedules: true,
    /**
     * Without the bot's token, chat servers cannot be queried; without a public key, no press of a button arrives. The client id
     * is the id of the application.
     */
    discord: {
      app: discordApp,
      botToken: env.DISCORD_BOT_TOKEN,
      publicKeys: env.DISCORD_PUBLIC_KEY,
      apiUrl: env.DISCORD_API_URL,
    },
    /** Origins that webhooks may call although they lead into a private network, the ports of all others, and the time for an answer. */
    webhooks: { allow: env.WEBHOOK_ALLOW, ports: env.WEBHOOK_PORTS, patienceMs: 15_000 },
    /** Addresses of a simulator; unset: those of the tools themselves, which need no configuration. */
    guildTools: GUILD_TOOLS,
    /** Without an app no logs are read. The address is a simulator's; unset: the sites themselves, a fixed list. */
    warcraftLogs,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    storageUrl: env.STORAGE_URL,
    moderation: {
      provider: env.MODERATION ?? (production ? 'manual' : 'off'),
      url: env.MODERATION_URL.replace(/(?<!\/)\/+$/, ''),
      apiKey: env.MODERATION_API_KEY,
    },
    adminEmails: env.ADMIN_EMAILS,
    simulator: env.SIMULATOR === 'on' || (env.SIMULATOR === 'auto' && !production && !battlenetApp && !discordApp),
    demoAccounts,
    simulatorPort: env.SIMULATOR_PORT,
    logLevel: env.LOG_LEVEL,
    /** Unset: the metrics cannot be read. */
    metricsToken: env.METRICS_TOKEN,
    /** Our own secrets, never logged nor serialised. Unset: generated once into dataDir. */
    secrets: { auth: env.AUTH_SECRET, encryption: env.ENCRYPTION_KEY, encryptionOld: env.ENCRYPTION_KEYS_OLD },
  };
}

/** Our names without their case and separators: an unknown name that reads like one of them is meant as that one. */
const OURS = Object.keys(Environment.shape);
const spelled = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const unknownNames = (given: NodeJS.ProcessEnv) => Object.keys(given).filter((name) => !OURS.includes(name));

function misspelled(given: NodeJS.ProcessEnv): string[] {
  return unknownNames(given).flatMap((name) => {
    const meant = OURS.find((known) => given[known] === undefined && spelled(known) === spelled(name));
    return meant ? [`${name}: is not a variable of Guildhall. Did you mean ${meant}?`] : [];
  });
}

/** Names that differ from one of ours by a slip, which itself is not set. Most of an environment belongs to others. */
function mistyped(given: NodeJS.ProcessEnv): string[] {
  return unknownNames(given).flatMap((name) => {
    const meant = OURS.find((known) => given[known] === undefined && isSlip(name, known));
    return meant ? [`${name} is set and is not a variable of Guildhall. If you mean ${meant}, rename it.`] : [];
  });
}

/** Short names are close to many others, such as HOST to HOME. */
function isSlip(name: string, known: string): boolean {
  return known.length >= 5 && slipsBetween(spelled(name), spelled(known)) <= (known.length < 8 ? 1 : 2);
}

/** How many letters to insert, remove, replace or swap with their neighbour. */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

function missing(given: NodeJS.ProcessEnv): string[] {
  const partners = [
    'BATTLENET_CLIENT_ID BATTLENET_CLIENT_SECRET',
    'DISCORD_CLIENT_ID DISCORD_CLIENT_SECRET',
    'WARCRAFTLOGS_CLIENT_ID WARCRAFTLOGS_CLIENT_SECRET',
  ];
  const halves = partners.flatMap((pair) => {
    const unset = pair.split(' ').filter((name) => !given[name]);
    return unset.length === 1 ? [`${unset[0]}: must be set too`] : [];
  });
  if (given.NODE_ENV !== 'production') return halves;
  const demanded = ['BASE_URL', 'DATABASE_URL', 'AUTH_SECRET', 'ENCRYPTION_KEY'];
  return [...demanded.filter((name) => !given[name]).map((name) => `${name}: must be set in production`), ...halves];
}

function contradictions(given: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  if (given.NODE_ENV === 'production') {
    const base = URL.parse(given.BASE_URL ?? '');
    if (base?.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(base.hostname)) {
      problems.push('BASE_URL: must be https in production');
    }
    if (given.MODERATION === 'openai' && !given.MODERATION_API_KEY) {
      problems.push('MODERATION_API_KEY: must be set for MODERATION=openai');
    }
    if (given.SIMULATOR === 'on') {
      problems.push('SIMULATOR: must be off in production: it signs in any caller as any account');
    }
    const from = sender.safeParse(given.MAIL_FROM ?? DEFAULT_SENDER).data;
    if (given.SMTP_URL && from?.address.endsWith(THIS_HOST)) {
      problems.push('MAIL_FROM: must be set with SMTP_URL in production, to an address as which that server may send');
    }
    for (const name of ['AUTH_SECRET', 'ENCRYPTION_KEY'].filter((each) => isGuessable(given[each] ?? ''))) {
      problems.push(`${name}: can be guessed. Take the output of \`openssl rand -hex 16\``);
    }
  }
  const storage = URL.parse(given.STORAGE_URL ?? '');
  if (storage?.protocol === 's3:' && !storage.hostname) problems.push('STORAGE_URL: must name a bucket, s3://bucket');
  if (given.ROLES !== undefined && list(given.ROLES).length === 0) problems.push('ROLES: name web, worker or both');
  return problems;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['https:', 'http:'].includes(url.protocol) && url.origin === lowerCase(value);
}

/** Browsers send an origin in lower case, however its address was typed. */
function lowerCase(value: string): string {
  return value.toLowerCase();
}

/** Detects a repeated word and the values that documentation and examples use. */
function isGuessable(secret: string): boolean {
  if (/change.?(me|this)|example|password|secret|your.?(key|auth)|0123456789|1234567890|abcdefgh/i.test(secret))
    return true;
  return secret !== '' && new Set(secret).size < 6;
}
