/** Two web and two worker processes on one database, one of each killed while people read and watch. */
import { connectRealtime } from '@guildhall/client/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import type { Sql } from '../src/core/db/sql.ts';
import { findSyncSession } from '../src/core/syncs/sync-session.ts';
import { createSessions } from '../src/identity/sessions/sessions.ts';
import { signIn } from './app.ts';
import { startBalancer } from './balancer.ts';
import { gather, seedOwners } from './crowd.ts';
import { cloneDatabase, sqlOf } from './db.ts';
import { eventually, PROFILES, patiently } from './guild.ts';
import { createPerson } from './people.ts';
import { install } from './processes.ts';

const CLIENTS = 200;
const [MEMBERS, OTHERS] = [240, 40];
/** Belongs to the second expansion. */
const LATE_ENCOUNTER = '/data/wow/journal-encounter/8990';

test('two hundred readers and watchers lose nothing and get no wrong answer when one web and one worker are killed', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await cloneDatabase());
  const sql = sqlOf(stack, database.url);
  const world = createWorld({ guildSizes: [MEMBERS, OTHERS] });
  const simulator = await startSimulator({ world });
  stack.defer(() => simulator.close());
  const balancer = stack.use(await startBalancer());
  const { url } = balancer;
  const installation = stack.use(await install({ databaseUrl: database.url, simulator, baseUrl: url }));

  const webs = await Promise.all([installation.start('web'), installation.start('web')]);
  for (const web of webs) balancer.upstreams.push(stack.use(web).port);
  const sessions = createSessions(sql, () => {});
  const owned = new Set(world.accounts.flatMap(({ characters }) => characters));
  const free = world.members(world.guild('lantern')).filter((member) => !owned.has(member));
  const owners = await seedOwners(sql, sessions, free.slice(0, CLIENTS));
  const crowd = stack.use(gather(url, owners));
  await patiently(async () => expect(crowd.connected()).toBe(CLIENTS));

  // The first worker cannot finish what it starts: one encounter hangs, and the members' profiles are slow.
  const releases = [
    simulator.faults.add({ match: LATE_ENCOUNTER, fault: { kind: 'status', status: 503, retryAfter: 25 } }),
  ];
  const people = await Promise.all(['ysolde', 'brannoc'].map((account) => signIn(url, account, 'battlenet')));
  for (const person of people) await person.post('/characters/sync').expect(201);
  const doomed = stack.use(await installation.start('worker'));
  const guild = await patiently(async () => {
    const [found] = await sql<{ id: string }>(
      `select id from organization where name_slug = $1 and member_count = $2`,
      [world.guild('lantern').slug, MEMBERS],
    );
    if (!found) throw new Error('The guild is not there yet');
    return found;
  });
  releases.push(simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 3_000 } }));
  crowd.belongTo({ id: guild.id, members: MEMBERS });
  const survivor = stack.use(await installation.start('worker'));
  const kessa = await signIn(url, 'kessa', 'battlenet');
  await kessa.post('/characters/sync').expect(201);

  const running = () =>
    sql<{ id: string; kind: string; done: number }>(
      `select id, kind, done from sync_session where status = 'running' order by kind, done desc`,
    );
  const before = await patiently(async () => {
    const found = await running();
    expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['journal', 'roster']));
    expect(found.find(({ kind }) => kind === 'roster')?.done).toBeGreaterThan(0);
    return found;
  });
  const [roster] = await sql<{ id: string }>(`select id from sync_session where kind = 'roster' and subject_id = $1`, [
    guild.id,
  ]);
  const watched = crowd.watch(roster?.id ?? '');
  const admin = await createPerson({ ctx: { sql, sessions }, url }, { isAdmin: true });
  const overseer = connectRealtime({ baseUrl: url, token: admin.token });
  stack.defer(() => overseer.close());
  const journal = lastState(overseer.watch(before.find(({ kind }) => kind === 'journal')?.id ?? ''));
  await patiently(async () => expect(crowd.connected()).toBe(CLIENTS));

  const readsBefore = crowd.tally.reads;
  const killedAt = performance.now();
  await Promise.all([webs[0].kill(), doomed.kill()]);
  for (const release of releases) release();

  const all = () => sql<{ id: string; kind: string; attempt: number }>(`select id, kind, attempt from sync_session`);
  await eventually(async () => expect(await running()).toEqual([]), 120_000);
  const seconds = (performance.now() - killedAt) / 1000;
  const ends = await Promise.all((await all()).map(({ id }) => endOf(sql, id)));
  const finals = await Promise.all(watched);
  const final = ends.find(({ id }) => id === roster?.id);

  // The surviving worker has completed all queued jobs.
  const undone = `select name, state, output from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    and (state <> 'created' or start_after < now()) and name not like '\\_\\_%'`;
  const left = await eventually(async () => {
    const found = await sql(undone);
    expect(found).toEqual([]);
    return found;
  }, 120_000);
  const [rosterRows] = await sql<{ members: number; played: number; twice: number }>(
    `select count(*)::int as members, count(last_login_at)::int as played,
       (count(*) - count(distinct (platform_realm_id, platform_character_id)))::int as twice
     from roster_entry where organization_id = $1 and left_at is null`,
    [guild.id],
  );
  const { tally } = crowd;
  const lost = {
    'sessions not completed': ends.filter(({ status }) => status !== 'completed').length,
    'jobs failed or left': left.length,
    'members missing': MEMBERS - (rosterRows?.members ?? 0),
    'members twice': rosterRows?.twice ?? -1,
    'watchers without the final state': finals.filter((state) => state?.finishedAt !== final?.finishedAt).length,
    'wrong answers': tally.wrong.length,
    'answers 5xx': tally.faults,
    'questions never answered': tally.unanswered,
  };
  process.stdout.write(
    `${report(lost, { seconds, resumed: (await all()).filter(({ attempt }) => attempt > 0).length, ...tally })}\n`,
  );

  expect(tally.wrong).toEqual([]);
  expect(Object.values(lost).reduce((sum, count) => sum + count)).toBe(0);
  expect(rosterRows).toMatchObject({ members: MEMBERS, twice: 0 });
  expect(final).toMatchObject({ status: 'completed', progress: { total: MEMBERS, done: MEMBERS, failed: 0 } });
  expect(finals).toEqual(finals.map(() => final));
  expect(await journal).toMatchObject({ status: 'completed', progress: { encounters: { total: 14, done: 14 } } });
  // Otherwise the test would prove nothing.
  expect((await all()).filter(({ attempt }) => attempt > 0).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['journal', 'roster']),
  );
  expect(tally.reconnects).toBeGreaterThan(CLIENTS / 4);
  expect(tally.reads).toBeGreaterThan(readsBefore + CLIENTS);
  expect(survivor.logged.filter((line) => line.includes('job failed'))).toEqual([]);
}, 300_000);

async function endOf(sql: Sql, id: string): Promise<SyncSessionView> {
  const session = await findSyncSession(sql, id);
  if (!session) throw new Error('A session is gone');
  return session;
}

async function lastState(states: AsyncGenerator<SyncSessionView>): Promise<SyncSessionView | undefined> {
  let last: SyncSessionView | undefined;
  for await (const state of states) last = state;
  return last;
}

function report(lost: Record<string, number>, facts: Record<string, unknown>): string {
  const { seconds, resumed, reads, repeated, reconnects } = facts;
  const rows = Object.entries(lost).map(([what, count]) => `  ${what.padEnd(34)}${String(count).padStart(6)}`);
  const facing = `${resumed} syncs resumed, done ${Number(seconds).toFixed(1)} s after the kill; ${reads} answers, ${repeated} asked again, ${reconnects} reconnected`;
  return ['Lost with one web and one worker process:', ...rows, `  (${facing})`].join('\n');
}
