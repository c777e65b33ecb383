/** Two web processes and a worker of this version serve a writing crowd while the next version migrates their database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '@guildhall/simulator/server.ts';
import { expect, test } from 'vitest';
import { jobDefinitions } from '../src/app/jobs.ts';
import { migrateDatabase } from '../src/app/maintenance/migrate-database.ts';
import { findSyncSession } from '../src/core/syncs/sync-session.ts';
import { createSessions } from '../src/identity/sessions/sessions.ts';
import { signIn } from './app.ts';
import { startBalancer } from './balancer.ts';
import { cloneDatabase, sqlOf } from './db.ts';
import { done, eventGuild, inHours, type Member } from './events.ts';
import { eventually, patiently } from './guild.ts';
import { expanded, FILLED, nextVersion, TAKEN } from './next-version.ts';
import { install } from './processes.ts';

const PEOPLE = 10;
const CROWD = 100;

test('processes of the version before serve a writing crowd without a failure while the database is migrated, and beside newer ones', async () => {
  await using stack = new AsyncDisposableStack();
  const { url: databaseUrl } = stack.use(await cloneDatabase());
  const simulator = await startSimulator();
  stack.defer(() => simulator.close());
  const balancer = stack.use(await startBalancer());
  const installation = stack.use(await install({ databaseUrl, simulator, baseUrl: balancer.url }));
  for (const process of await Promise.all([installation.start('web'), installation.start('web')])) {
    stack.use(process);
    balancer.upstreams.push(process.port);
  }
  const worker = stack.use(await installation.start('worker'));
  const sql = sqlOf(stack, databaseUrl);
  await sql(`insert into app_user (display_name) select 'Person ' || n from generate_series(1, ${CROWD}) n`);
  const app = { ctx: { sql, sessions: createSessions(sql, () => {}) }, url: balancer.url };
  const guild = await eventGuild(app, PEOPLE);
  const event = await done<{ id: string }>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title: 'Raid night',
      type: 'raid',
      startsAt: inHours(24),
      timeZone: 'UTC',
      durationMinutes: 60,
    }),
  );
  const crowd = keepWriting(guild.id, event.id, [guild.officer, ...guild.members]);
  await eventually(async () => expect(crowd.done()).toBeGreaterThan(100));

  const synced = async (account: string) => {
    const { post } = await signIn(balancer.url, account, 'battlenet');
    const { body } = await post('/characters/sync').expect(201);
    return patiently(async () => {
      const session = await findSyncSession(sql, body.sessionId);
      expect(session?.finishedAt).toEqual(expect.any(String));
      return session;
    });
  };
  const completed = { status: 'completed', progress: { failed: 0 } };

  const before = crowd.done();
  const syncedDuring = synced('ysolde');
  const applied = await migrateDatabase(databaseUrl, jobDefinitions, { changes: expanded });
  const during = crowd.done() - before;
  expect(applied).toContain(FILLED.name);
  expect(await syncedDuring).toMatchObject(completed);
  // A process of the next version starts on the migrated database, beside these.
  const newer = stack.use(await installation.start('web'));
  balancer.upstreams.push(newer.port);
  expect(await synced('kessa')).toMatchObject(completed);
  // Each person has asked for everything once more.
  const after = crowd.done();
  await eventually(async () => expect(crowd.done()).toBeGreaterThan(after + 100));
  expect(await crowd.stop()).toEqual([]);
  expect(worker.logged.filter((line) => !line.startsWith('{"level":40'))).toEqual([]);
  expect(during).toBeGreaterThan(100);
  expect(await sql('select from app_user where motto is null')).toEqual([]);
  process.stdout.write(`${during} requests were answered while ${applied.length} migrations ran\n`);

  expect(await migrateDatabase(databaseUrl, jobDefinitions, { changes: nextVersion })).toEqual([TAKEN.name]);
  for (const port of balancer.upstreams) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { reason: 'other_schema' }]);
  }
});

const PAUSE_MS = 25;

/** Each person changes their profile, signs up and reads, again and again. They leave the migrations some of the processor. */
function keepWriting(guildId: string, eventId: string, people: Member[]) {
  let stopped = false;
  let requests = 0;
  const failures: string[] = [];
  const lanes = people.map(async ({ call, characterId }) => {
    const ask = async (method: string, path: string, body?: Record<string, unknown>) => {
      const answer = await call(method, path, body).catch((error: unknown) => ({ status: 0, body: String(error) }));
      requests += 1;
      if (answer.status < 200 || answer.status > 299) failures.push(`${method} ${path}: ${JSON.stringify(answer)}`);
    };
    for (let round = 0; !stopped; round += 1) {
      await ask('PATCH', '/auth/me', { displayName: `Round ${round}` });
      await ask('PUT', `/events/${eventId}/signup`, { characterId, status: round % 2 ? 'signed_up' : 'declined' });
      await ask(
        'GET',
        `/organizations/${guildId}/events?startDate=${inHours(0).slice(0, 10)}&endDate=${inHours(72).slice(0, 10)}`,
      );
      await ask('GET', `/events/${eventId}/participations`);
      await ask('GET', '/auth/me');
      await sleep(PAUSE_MS);
    }
  });
  return {
    done: () => requests,
    async stop() {
      stopped = true;
      await Promise.all(lanes);
      return failures;
    },
  };
}
