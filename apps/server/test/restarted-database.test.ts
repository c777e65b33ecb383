/** The database goes away under load and comes back: two web processes and a worker, on a server of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { createSessions } from '../src/auth/sessions.ts';
import { startEmbeddedPostgres } from '../src/core/embedded-postgres.ts';
import { migrateDatabase } from '../src/core/migrate-database.ts';
import { findSyncSession } from '../src/core/sync-session.ts';
import { entities } from '../src/entities.ts';
import { jobs } from '../src/jobs.ts';
import { signIn } from './app.ts';
import { startBalancer } from './balancer.ts';
import { gather, seedOwners } from './crowd.ts';
import { sqlOf } from './db.ts';
import { eventually, PROFILES } from './guild.ts';
import { install } from './processes.ts';

const MEMBERS = 120;
const CLIENTS = 40;
const AWAY_MS = 4_000;
const UNDONE = `
  select name, state, output from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    and (state <> 'created' or start_after < now()) and name not like '\\_\\_%'`;

test('a database that is restarted under load makes the service unwell for as long, and costs no job', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-restart-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres')));
  const databaseUrl = postgres.url('guildhall');
  await migrateDatabase(
    databaseUrl,
    entities,
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
  const roster = await eventually(async () => {
    const [found] = await sql<{ id: string; guild: string }>(
      `select id, subject_id as guild from sync_session where kind = 'roster' and status = 'running' and done > 0`,
    );
    if (!found) throw new Error('No roster sync has come so far');
    return found;
  });
  crowd.belongTo({ id: roster.guild, members: MEMBERS });
  const watched = crowd.watch(roster.id);
  await eventually(async () => expect(crowd.connected()).toBe(CLIENTS));
  const answersBefore = crowd.tally.reads;

  const start = await postgres.crash();
  const health = async () => (await fetch(`http://127.0.0.1:${web?.port}/api/v1/health`)).status;
  const downAt = performance.now();
  await eventually(async () => expect(await health()).toBe(503));
  const unwellMs = performance.now() - downAt;
  await sleep(AWAY_MS);
  expect(await health()).toBe(503);
  // Its port was free for all meanwhile: some other test may sit there for a moment.
  await eventually(start);
  const upAt = performance.now();
  await eventually(async () => expect(await health()).toBe(200));
  const wellMs = performance.now() - upAt;
  release();

  const final = await eventually(async () => {
    const session = await findSyncSession(sql, roster.id);
    expect(session?.finishedAt).not.toBeNull();
    return session;
  });
  await eventually(async () => expect(await sql(UNDONE)).toEqual([]), 60_000);
  const finals = await Promise.all(watched);
  process.stdout.write(
    `The database was away for ${AWAY_MS / 1000} s: 503 after ${unwellMs.toFixed(0)} ms, 200 again ${wellMs.toFixed(0)} ms after it was back\n`,
  );
  expect(final).toMatchObject({ status: 'completed', progress: { total: MEMBERS, done: MEMBERS, failed: 0 } });
  expect(finals).toEqual(finals.map(() => final));
  expect(await sql(`select kind, status from sync_session where status <> 'completed'`)).toEqual([]);
  expect(crowd.tally.reads).toBeGreaterThan(answersBefore + CLIENTS);
  expect(crowd.tally).toMatchObject({ wrong: [], unanswered: 0 });
});
