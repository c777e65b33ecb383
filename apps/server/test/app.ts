/** The whole service on its own database, with its own simulator. `await using app = await testApp()`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Simulator, startSimulator } from '@guildhall/simulator/server.ts';
import type { World } from '@guildhall/simulator/world.ts';
import supertest from 'supertest';
import { expect } from 'vitest';
import { entities } from '../src/app/entities.ts';
import type { WebClient } from '../src/app/pages/web-client.ts';
import { serve } from '../src/app/serve.ts';
import { simulatedPlatforms } from '../src/app/simulated-platforms.ts';
import { type Config, PLATFORM_LIMITS, type Role, readConfig } from '../src/core/config.ts';
import { createDatabase } from '../src/core/db/database.ts';
import { createOrm } from '../src/core/db/orm.ts';
import { createLogger } from '../src/core/logger.ts';
import { cloneDatabase } from './db.ts';
import { noteFault } from './faults-logged.ts';
import { type TestContext, testSql } from './test-sql.ts';

export type TestApp = {
  ctx: TestContext;
  config: Config;
  url: string;
  simulator: Simulator;
  /** All log lines, for tests that check what must not be logged. */
  logged: string[];
  /** Requests without credentials. */
  http: ReturnType<typeof supertest>;
  /** Signs in through the simulator's pages, as a browser would. */
  signIn(account: string, provider?: 'battlenet' | 'discord'): Promise<SignedInClient>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type SignedInClient = {
  token: string;
  cookie: string;
  get(path: string): supertest.Test;
  post(path: string): supertest.Test;
  put(path: string): supertest.Test;
};

type Options = {
  world?: World;
  roles?: Role[];
  environment?: NodeJS.ProcessEnv;
  /** Whether schedules run by the clock; by default they run only when the test asks. */
  schedules?: boolean;
  /** Whether a first sign-in fetches the characters; by default a test asks for them itself. */
  syncAtSignIn?: boolean;
  /** By default, plain pages take its place. */
  web?: WebClient;
  /** Wraps the database address, e.g. in a connection that can go silent. */
  through?: (databaseUrl: string) => string;
  /** Settings that environment variables cannot express, e.g. that a simulated provider is not configured. */
  config?: Partial<Config>;
};

/** Shared by all apps of a test worker: reading the entities takes as long as the rest of a start. It opens no connection. */
let ormOfWorker: ReturnType<typeof createOrm> | undefined;

export async function testApp(options: Options = {}): Promise<TestApp> {
  const { world, roles = ['web', 'worker'], environment = {}, schedules = false } = options;
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await cloneDatabase());
  const simulator = await startSimulator({ ...(world ? { world } : {}) });
  stack.defer(() => simulator.close());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'guildhall-app-'));
  // A picture that a page no longer waits for may still be written.
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

  const port = await freePort();
  const read = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: options.through?.(database.url) ?? database.url,
    PORT: String(port),
    // A test sends more requests in a second than a person in a minute.
    RATE_LIMIT_PERSON: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
    DATABASE_PATIENCE_MS: '60000',
    MODERATION_URL: simulator.moderationUrl,
    MODERATION_API_KEY: 'simulated',
    ...environment,
  });
  const config: Config = {
    ...simulatedPlatforms(read, simulator),
    roles: new Set(roles),
    // A guild of 1,000 would take half a minute at the pace that the platform asks for. At this one, no test waits.
    platformLimits: { ...PLATFORM_LIMITS, perSecond: 100_000 },
    syncAtSignIn: options.syncAtSignIn ?? false,
    // A connection costs as much processor time as a request of a page. One process of a test needs no more.
    queuePoolSize: 2,
    schedules,
    ...options.config,
  };
  const logged: string[] = [];
  const write = (line: string) => {
    logged.push(line);
    noteFault(line);
  };
  const log = createLogger('debug', { write });
  ormOfWorker ??= createOrm(createDatabase(database.url, { max: 1 }), { entities });
  const service = stack.use(await serve(config, { log, orm: await ormOfWorker }, options.web));
  const ctx = Object.assign(service.ctx, { sql: testSql(service.ctx.database) });
  const url = `http://127.0.0.1:${port}`;
  simulator.discord.expectAt(`${url}/discord/interactions`);
  const owned = stack.move();
  return {
    ctx,
    config,
    url,
    simulator,
    logged,
    http: supertest(url),
    signIn: (account, provider = 'battlenet') => signIn(url, account, provider),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Below the system's ephemeral ports. */
const FIRST_PORT = 20_000;
const BLOCKS = 30;
/** More than the apps of a worker in a run, so that nothing of one asks another. */
const BLOCK_SIZE = 400;

let blockOfProcess: Promise<number> | undefined;
let portsTaken = 0;

/**
 * Each process has its own block of ports, so nothing else takes a port in the meantime: no other worker, and no other run
 * on the machine.
 */
export async function freePort(): Promise<number> {
  blockOfProcess ??= claimBlock();
  const claimed = await blockOfProcess;
  for (;;) {
    const port = claimed + 1 + (portsTaken++ % (BLOCK_SIZE - 1));
    const probe = await listenAt(port);
    if (!probe) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
}

/** The first port of a block says whose it is: the system gives it to one process, and takes it back when that ends. */
async function claimBlock(): Promise<number> {
  for (let block = 0; block < BLOCKS; block += 1) {
    const first = FIRST_PORT + block * BLOCK_SIZE;
    const claim = await listenAt(first);
    if (!claim) continue;
    claim.unref();
    return first;
  }
  throw new Error('All blocks of ports are taken: end another run of the tests');
}

function listenAt(port: number): Promise<NetServer | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

export async function signIn(url: string, account: string, provider: string): Promise<SignedInClient> {
  const start = await supertest(url).get(`/api/v1/auth/signin/${provider}?callbackURL=/`).expect(302);
  const browser = cookieOf(start.headers['set-cookie'], 'oauth');
  const consent = await fetch(`${start.headers.location}&account=${account}`, { redirect: 'manual' });
  const callback = new URL(consent.headers.get('location') ?? '');
  const end = await supertest(url).get(`${callback.pathname}${callback.search}`).set('Cookie', browser).expect(302);
  expect(end.headers.location).toBe('/');
  return client(url, cookieOf(end.headers['set-cookie'], 'session'));
}

function client(url: string, cookie: string): SignedInClient {
  const token = cookie.slice(cookie.indexOf('=') + 1);
  const authorized = (test: supertest.Test) => test.set('Authorization', `Bearer ${token}`);
  return {
    token,
    cookie,
    get: (route) => authorized(supertest(url).get(`/api/v1${route}`)),
    post: (route) => authorized(supertest(url).post(`/api/v1${route}`)),
    put: (route) => authorized(supertest(url).put(`/api/v1${route}`)),
  };
}

export function cookieOf(header: string | string[] | undefined, name: string): string {
  const lines = typeof header === 'string' ? [header] : (header ?? []);
  const line = lines.find((candidate) => candidate.startsWith(`${name}=`));
  return line?.split(';')[0] ?? '';
}
