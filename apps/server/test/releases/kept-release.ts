/**
 * The database of a release, as `pnpm backup` writes it, with the answers to every GET that its people got. A copy is
 * moved in time, so that the backup was made at the beginning of today.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createTokens, type TokenClaims } from '@guildhall/simulator/signed-token.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import pg from 'pg';
import { restore } from '../../src/app/maintenance/backups.ts';
import type { Role } from '../../src/core/config.ts';
import { DumpHead } from '../../src/core/db/dump-database.ts';
import { startEmbeddedPostgres } from '../../src/core/db/embedded-postgres.ts';
import { platformToken, sealTokens } from '../../src/identity/sessions/platform-token.ts';
import { schemaChanges } from '../../src/migrations/schema-changes.ts';
import { type TestApp, testApp } from '../app.ts';

export const GUILD_SIZE = 60;

export type Kept = {
  at: string;
  /** Person → bearer token. */
  tokens: Record<string, string | null>;
  /** Operation → address below /api/v1. */
  requests: Record<string, string>;
  /** Operation → person → status and body. */
  answers: Record<string, Record<string, string>>;
};

export const fileOf = (name: string) => path.join(import.meta.dirname, name);

/** The migrations and the version of the job queue that a kept database has. */
export async function headOf(release: string): Promise<DumpHead> {
  const { stdout } = await promisify(execFile)('tar', ['-xzOf', fileOf(`${release}.tar.gz`), 'guildhall.json']);
  return DumpHead.parse(JSON.parse(stdout).database);
}

export async function readKept(release: string): Promise<Kept> {
  // Written by the test that keeps a release.
  return JSON.parse(gunzipSync(await readFile(fileOf(`${release}.answers.json.gz`))).toString()) as Kept;
}

/** Restores a kept database into a folder of its own, with the schema that it had, or that of this version. */
export async function folderOf(stack: AsyncDisposableStack, file: string, at: string, changes = schemaChanges) {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-release-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await restore({ dataDir: folder, version: '' }, file, { changes });
  await using postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), ['fsync=off']);
  await moveToToday(postgres.url('guildhall'), at);
  return folder;
}

/** A kept database with the schema of this version. `start` runs this version on it. */
export async function openRelease(stack: AsyncDisposableStack, file: string, at: string) {
  const folder = await folderOf(stack, file, at);
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres'), ['fsync=off']));
  const url = postgres.url('guildhall');
  const start = async (roles: Role[]): Promise<TestApp> => {
    const app = await testApp({
      roles,
      schedules: true,
      world: createWorld({ guildSizes: [GUILD_SIZE] }),
      through: () => url,
      environment: { DATA_DIR: folder },
    });
    await renewTokens(app);
    return app;
  };
  return { url, start };
}

/** The simulated platform writes into its tokens when they end. */
async function renewTokens({ ctx }: TestApp): Promise<void> {
  const { issue } = createTokens();
  const expiresAt = new Date(Date.now() + DAY_MS);
  const SEALED = `select user_id as "userId" from account where access_token_sealed is not null`;
  for (const { userId } of await ctx.sql<{ userId: string }>(SEALED)) {
    const found = await platformToken(ctx.sql, ctx.sealer, userId);
    if (found.state !== 'usable') throw new Error('A kept token cannot be used');
    const claims: TokenClaims = JSON.parse(Buffer.from(found.token.split('.')[0] ?? '', 'base64url').toString());
    const accessToken = issue({ ...claims, expires: expiresAt.getTime() });
    const { accessTokenSealed } = sealTokens(ctx.sealer, userId, { accessToken, expiresAt, refreshToken: null });
    await ctx.sql(
      'update account set access_token_sealed = $2 where user_id = $1 and access_token_sealed is not null',
      [userId, accessTokenSealed],
    );
  }
}

const IN_TIME = `
  select format('update %I.%I set %s', n.nspname, c.relname, string_agg(case
    when a.atttypid = 'timestamptz'::regtype then format('%1$I = %1$I + $1::interval', a.attname)
    when a.atttypid = 'date'::regtype then format('%1$I = %1$I + $2::int', a.attname)
    else format('%1$I = to_char(%1$I::timestamp + $1::interval, ''YYYY-MM-DD"T"HH24:MI'')', a.attname) end, ', ')
    || ' where $1::interval is not null and $2::int is not null') as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and c.relname <> 'mikro_orm_migrations' and a.attgenerated = ''
    and (a.atttypid in ('timestamptz'::regtype, 'date'::regtype) or (c.relname, a.attname) = ('event', 'local_start'))
  group by n.nspname, c.relname`;
const DAY_MS = 86_400_000;

const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY_MS);
const daysSince = (at: string) => dayOf(new Date()) - dayOf(new Date(at));

async function moveToToday(url: string, at: string): Promise<void> {
  const ms = dayOf(new Date()) * DAY_MS - Date.parse(at);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const { text } of (await client.query(IN_TIME)).rows)
    await client.query(text, [`${ms} milliseconds`, daysSince(at)]);
  await client.end();
}

/** Asks everything as each person. */
export async function askAll(app: TestApp, { at, tokens, requests }: Omit<Kept, 'answers'>) {
  const answers: Kept['answers'] = {};
  const moved = (date: string) => new Date(Date.parse(date) + daysSince(at) * DAY_MS).toISOString().slice(0, 10);
  for (const [operation, kept] of Object.entries(requests)) {
    const address = kept.replaceAll(/(?<==)\d{4}-\d\d-\d\d/g, moved);
    const given: Record<string, string> = {};
    // One after the other, so that sessions are used in the same order.
    for (const [person, token] of Object.entries(tokens)) {
      const headers = token ? { authorization: `Bearer ${token}` } : undefined;
      const response = await fetch(`${app.url}/api/v1${address}`, {
        redirect: 'manual',
        ...(headers ? { headers } : {}),
      });
      given[person] = `${response.status} ${steady(app, Buffer.from(await response.arrayBuffer()), response.headers)}`;
    }
    answers[operation] = given;
  }
  return answers;
}

/** The body without what differs between two copies of one database: moments, durations, addresses, request ids, cursors. */
function steady(app: TestApp, bytes: Buffer, headers: Headers): string {
  const type = headers.get('content-type') ?? '';
  if (!/json|text/.test(type)) return `${type} ${createHash('sha256').update(bytes).digest('hex')}`;
  return bytes
    .toString()
    .replaceAll(app.url, '<here>')
    .replaceAll(app.simulator.origin, '<platform>')
    .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, '<host>')
    .replaceAll(/\d{4}-\d\d-\d\d(?:[T ]\d\d:[\d:.]+Z?)?|\b\d{8}T\d{6}Z?/g, '<time>')
    .replaceAll(/("(?:requestId|requestUri)":)"[^"]*"/g, '$1"<id>"')
    .replaceAll(/"(?:lastLoginAt|lastSeenInRoster|joinedAt)":\[[^\]]*\]/g, (minutes) => minutes.replaceAll(/\d+/g, '0'))
    .replaceAll(/("version":")\d+\.[^"]*/g, '$1<version>')
    .replaceAll(/("next":")[0-9a-f]+\./g, '$1<database>.')
    .replaceAll(/("(?:\w+Seconds|\w+Ms|databaseBytes)":)[\d.]+/g, '$10');
}

/** They depend on the day of the week, which a copy does not keep: only their status is compared. */
const WEEKLY = ['attendance-trends', 'characterViews-mythicKeystone', 'comparisons-vault'];

/**
 * Where an answer lacks something that another one has, such as `members[].rate`: `status` for its status. Later versions
 * may add fields.
 */
export function lostPlaces(operation: string, before: string, now = ''): string[] {
  const [then, today] = [before, now].map((answer) => ({ status: answer.slice(0, 3), body: bodyOf(answer.slice(4)) }));
  if (then?.status !== today?.status) return ['status'];
  if (WEEKLY.includes(operation)) return [];
  const body = Number(then?.status) >= 400 ? withoutMessage(then?.body) : then?.body;
  return [...new Set(lost(today?.body, body, ''))].toSorted();
}

/** The message of a refusal may be worded better in any release; programs rely on all else. */
function withoutMessage(refusal: unknown): unknown {
  if (typeof refusal !== 'object' || refusal === null) return refusal;
  return Object.fromEntries(Object.entries(refusal).filter(([name]) => name !== 'message'));
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function lost(now: unknown, before: unknown, place: string): string[] {
  if (typeof before !== 'object' || before === null || typeof now !== 'object' || now === null)
    return now === before ? [] : [place];
  if (Array.isArray(before)) {
    if (!Array.isArray(now) || now.length !== before.length) return [place];
    return before.flatMap((value, index) => lost(now[index], value, `${place}[]`));
  }
  const fields = new Map(Object.entries(now));
  return Object.entries(before).flatMap(([name, value]) =>
    lost(fields.get(name), value, place === '' ? name : `${place}.${name}`),
  );
}
