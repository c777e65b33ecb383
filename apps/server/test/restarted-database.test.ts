/**
 * The database goes down during reads and writes and comes back: two web processes and a worker, on their own server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { jobs } from '../src/app/jobs.ts';
import { migrateDatabase } from '../src/app/maintenance/migrate-database.ts';
import { startEmbeddedPostgres } from '../src/core/db/embedded-postgres.ts';
import { findSyncSession } from '../src/core/syncs/sync-session.ts';
import { createSessions } from '../src/identity/sessions/sessions.ts';
import { freePort, type SignedInClient, signIn } from './app.ts';
import { startBalancer } from './balancer.ts';
import { gather, seedOwners } from './crowd.ts';
import { sqlOf } from './db.ts';
import { eventually, PROFILES, patiently } from './guild.ts';
import { install } from './processes.ts';

const MEMBERS = 120;
const CLIENTS = 40;
const AWAY_MS = 4_000;
const UNDONE = `
  select name, state, output from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    and (state <> 'created' or start_after < now()) and name not like '\\_\\_%'`;

test('a database restart under load makes the service unhealthy only while it lasts, and loses no job', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-restart-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres'), [], await freePort()));
  const databaseUrl = postgres.url('guildhall');
  await migrateDatabase(
    databaseUrl,
    jobs.map(({ definition }) => definition),
  );
  const sql = sqlOf(stack, databaseUrl);
  const world = createWorld({ guildSizes: [MEMBERS] });
  const simulator = await startSimulator({ world });
  stack.defer(() => simulator.close());
  const balancer = stack.use(await startBalancer());
  const installation = stack.use(await install({ databaseUrl, simulator, baseUrl: balancer.url }));
  const processes = await Promise.all((['web', 'web', 'worker'] as const).map((role) => installation.start(role)));
  for (const process of processes) {
    stack.use(process);
    if (process.role === 'web') balancer.upstreams.push(process.port);
  }
  const [web] = processes;

  const ysolde = await signIn(balancer.url, 'ysolde', 'battlenet');
  const owned = new Set(world.accounts.flatMap(({ characters }) => characters));
  const free = world.members(world.guild('lantern')).filter((member) => !owned.has(member));
  const sessions = createSessions(sql, () => {});
  const crowd = stack.use(gather(balancer.url, await seedOwners(sql, sessions, free.slice(0, CLIENTS))));
  const release = simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 500 } });
  await ysolde.post('/characters/sync').expect(201);
  const roster = await patiently(async () => {
    const [found] = await sql<{ id: string; guild: string }>(
      `select id, subject_id as guild from sync_session where kind = 'roster' and status = 'running' and done > 0`,
    );
    if (!found) throw new Error('No roster sync has come so far');
    return found;
  });
  crowd.belongTo({ id: roster.guild, members: MEMBERS });
  const watched = crowd.watch(roster.id);
  await patiently(async () => expect(crowd.connected()).toBe(CLIENTS));
  const answersBefore = crowd.tally.reads;
  const writing = keepWriting(ysolde, balancer.url);

  const start = await postgres.crash();
  const health = async () => (await fetch(`http://127.0.0.1:${web?.port}/api/v1/health`)).status;
  const downAt = performance.now();
  await patiently(async () => expect(await health()).toBe(503));
  const unwellMs = performance.now() - downAt;
  await sleep(AWAY_MS);
  expect(await health()).toBe(503);
  await start();
  const upAt = performance.now();
  await patiently(async () => expect(await health()).toBe(200));
  const wellMs = performance.now() - upAt;
  const writes = await writing.stop();
  release();
  // No connection was lost for good: sends more concurrent writes than there are connections.
  for (const { port, role } of processes) {
    if (role !== 'web') continue;
    const direct = `http://127.0.0.1:${port}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => rename(ysolde, direct)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  expect(writes).toEqual({ written: expect.any(Number), refused: [] });

  const final = await eventually(async () => {
    const session = await findSyncSession(sql, roster.id);
    expect(session?.finishedAt).not.toBeNull();
    return session;
  }, 120_000);
  await eventually(async () => expect(await sql(UNDONE)).toEqual([]), 120_000);
  const finals = await Promise.all(watched);
  process.stdout.write(
    `The database was away for ${AWAY_MS / 1000} s: 503 after ${unwellMs.toFixed(0)} ms, 200 again ${wellMs.toFixed(0)} ms after it was back\n`,
  );
  expect(final).toMatchObject({ status: 'completed', progress: { total: MEMBERS, done: MEMBERS, failed: 0 } });
  expect(finals).toEqual(finals.map(() => final));
  expect(await sql(`select kind, status from sync_session where status <> 'completed'`)).toEqual([]);
  expect(crowd.tally.reads).toBeGreaterThan(answersBefore + CLIENTS);
  expect(crowd.tally).toMatchObject({ wrong: [], unanswered: 0 });
}, 300_000);

const rename = ({ token }: SignedInClient, url: string) =>
  fetch(`${url}/api/v1/auth/me`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'Written meanwhile' }),
  });

/** Enough at once that connections break inside transactions. */
const WRITERS = 8;

/** Writes continuously and ignores failures. Only a refusal is wrong. */
function keepWriting(client: SignedInClient, url: string) {
  let stopped = false;
  let written = 0;
  const refused: number[] = [];
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!stopped) {
      const status = await rename(client, url).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === 200) written += 1;
      else if (status !== undefined && status < 500) refused.push(status);
      if (status !== 200) await sleep(50);
    }
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(writers);
      return { written, refused };
    },
  };
}
