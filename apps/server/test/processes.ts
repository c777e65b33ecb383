/** Runs processes of the service as an installation does: by the documented commands, with only an environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Simulator } from '@guildhall/simulator/server.ts';
import type { Role } from '../src/core/config.ts';
import { freePort } from './app.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';

export type ServiceProcess = {
  role: Role;
  port: number;
  /** Log lines at level warning and above. */
  logged: string[];
  /** Kills it without a chance to shut down. */
  kill(): Promise<void>;
  /** Asks it to stop, waits for its end, and returns its exit code. */
  stop(): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Installation = {
  start(role: Role): Promise<ServiceProcess>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Every process of an installation has these. */
export const SECRETS = {
  AUTH_SECRET: 'installation'.repeat(3),
  ENCRYPTION_KEY: 'installation'.repeat(3).slice(0, 32),
};

type Options = { databaseUrl: string; simulator: Simulator; baseUrl: string; environment?: Record<string, string> };

/** An installation on a migrated database that uses the simulator as its platforms. */
export async function install({ databaseUrl, simulator, baseUrl, environment: more }: Options): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-installation-'));
  const environment = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ...SECRETS,
    BATTLENET_CLIENT_ID: 'guildhall',
    BATTLENET_CLIENT_SECRET: 'simulated',
    BATTLENET_API_URL: simulator.battlenetApiUrl,
    BATTLENET_OAUTH_URL: simulator.battlenetOauthUrl,
    BATTLENET_MEDIA_HOSTS: simulator.origin,
    // A test sends more requests in a second than a person in a minute.
    RATE_LIMIT_PERSON: '1000000',
    DATABASE_PATIENCE_MS: '60000',
    SERVE_WEB: 'false',
    ...more,
  };
  return {
    start: (role) => start(role, environment),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const SERVER = path.join(import.meta.dirname, '../src/main.ts');

async function start(role: Role, environment: Record<string, string>): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [SERVER], {
    env: { ...BARE_ENVIRONMENT, ...environment, ROLES: role, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const logged: string[] = [];
  const said = linesOf(child);
  for (;;) {
    const line = await said.next();
    if (line.done) throw new Error(`The ${role} process ended before it was up: ${logged.join('\n')}`);
    if (line.value.includes('Guildhall is up')) break;
    logged.push(line.value);
  }
  const rest = collect(said, logged);
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rest;
  };
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  };
  return { role, port, logged, kill, stop, [Symbol.asyncDispose]: kill };
}

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    const lines = `${text}${chunk}`.split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
}

async function collect(lines: AsyncGenerator<string>, logged: string[]): Promise<void> {
  for await (const line of lines) if (/^\{"level":[456]0/.test(line)) logged.push(line);
}
