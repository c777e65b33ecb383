import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, eventually, queuedSync, syncRoster, untilIdle } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { connect, listen } from '../../../test/sockets.ts';
import { hold } from '../../../test/waiting.ts';
import { startWorkerOf } from '../../../test/workers.ts';
import { createContext } from '../../app/compose.ts';
import { syncRoster as runRosterSync } from '../../guilds/roster/sync-roster.ts';
import type { Actor } from '../actor.ts';
import { runSync } from '../syncs/run-sync.ts';
import { advanceSyncSession } from '../syncs/sync-session.ts';
import { createRealtime } from './realtime.ts';
import { createBus } from './realtime-bus.ts';

const ROSTER = '/data/wow/guild/*/roster';
const small = () => createWorld({ guildSizes: [20] });

test.concurrent('a socket that connects late gets the current state, and misses neither progress nor end', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '1 hour'`);
  const release = hold(app.simulator.faults, ROSTER);
  const { sessionId } = (await client.post(`/organizations/${guild.id}/roster/sync`).expect(201)).body;
  await eventually(async () => expect(await statusOf(app, sessionId)).toBe('running'));
  using late = await listen(app, client);
  await eventually(async () => expect(late.heard).not.toEqual([]));
  expect(late.heard.filter(({ id, status }) => id !== sessionId || status !== 'running')).toEqual([]);
  expect(await late.watch(sessionId)).toMatchObject({ session: { id: sessionId, status: 'running' } });
  release();
  await eventually(async () => expect(late.heard.at(-1)).toMatchObject({ id: sessionId, status: 'completed' }));
  expect(late.heard.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1);

  // A client that was away at the end also hears of it.
  using back = await listen(app, client);
  await eventually(async () => expect(back.heard).toMatchObject([{ id: sessionId, status: 'completed' }]));
  expect(await back.watch(sessionId)).toMatchObject({ session: { id: sessionId, status: 'completed' } });
});

test.concurrent('a worker in another process reaches the sockets of this one, in order and throttled', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [60] }), roles: ['web'] });
  await using _worker = await startWorkerOf(app);
  const { client, guild } = await bringIn(app);
  using member = await listen(app, client);
  const started = performance.now();
  const session = await syncRoster(app, client, guild);
  await eventually(async () => expect(member.heard.at(-1)).toEqual(session));
  const seconds = (performance.now() - started) / 1000;
  const done = member
    .of('roster')
    .filter(({ id }) => id === session.id)
    .map(({ progress }) => progress.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.length).toBeGreaterThan(1);
  expect(done.length).toBeLessThan(5 * seconds + 3);
});

test.concurrent('the number of statements does not grow with the number of sockets', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const session = await syncRoster(app, client, guild);
  await untilIdle(app);
  using sockets = new DisposableStack();
  for (let number = 0; number < 40; number++) {
    const connection = sockets.use(await listen(app, number % 2 ? client : kessa));
    expect(await connection.watch(session.id)).toEqual({ session });
  }
  const query = vi.spyOn(app.ctx.database, 'query');
  const asked = (about: RegExp) =>
    query.mock.calls.map((call) => JSON.stringify(call)).filter((text) => about.test(text));
  const rounds = () => asked(/from session where id = any/).length;
  await eventually(async () => expect(rounds()).toBe(2));
  expect(asked(/join roster_entry/).length).toBeLessThanOrEqual(2);
  expect(asked(/from sync_session where/)).toEqual([]);
  query.mockRestore();
});

test.concurrent('a stale read does not overwrite a newer message', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  const ended = sessionOf(new Date().toISOString());
  const reading = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  await using gateway = await startGateway(app, 'slow-reader', () => {
    reading.resolve();
    return read.promise.then(() => RUNNING);
  });
  using late = await connect(gateway, {});
  const watched = late.watch(RUNNING.id);
  await reading.promise;
  gateway.realtime.publishSync(ended);
  await eventually(async () => expect(late.heard).toEqual([ended]));
  read.resolve();
  expect(await watched).toEqual({ session: ended });
  expect(late.heard).toEqual([ended]);
});

test.concurrent('a bus recovers quickly from a cut connection, and keeps no dead one', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  await using gateway = await startGateway(app, 'cut', async () => RUNNING);
  using client = await connect(gateway, {});
  await eventually(async () => expect(client.heard).toEqual([RUNNING]));
  await app.ctx.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'`);
  const ended = sessionOf(new Date().toISOString());
  await eventually(async () => {
    app.ctx.realtime.publishSync(ended);
    await vi.waitFor(() => expect(client.heard).toContainEqual(ended), 200);
  });
  // One connection listens and one is left to query; if the dead one still counted, the pool would have none.
  expect((await gateway.pool.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
});

test.concurrent('a bus asked for a second listener keeps only one, and returns it to the pool', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  const pool = new pg.Pool({ connectionString: app.config.databaseUrl, max: 2 });
  const bus = createBus(pool, () => {});
  await bus.pool.connect();
  await bus.pool.connect();
  expect((await bus.pool.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
  bus.close();
  void bus.pool.connect();
  await pool.end();
});

test.concurrent('a closed bus drops messages without an error', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  const pool = new pg.Pool({ connectionString: app.config.databaseUrl });
  const bus = createBus(pool, () => {});
  bus.close();
  await pool.end();
  await bus.pool.query('select 1');
});

test.concurrent('a bus that closes drops the messages that wait for their turn', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  const pool = new pg.Pool({ connectionString: app.config.databaseUrl });
  const bus = createBus(pool, () => {});
  const answers = [bus.pool.query('select 1 as sent'), bus.pool.query('select 2 as sent')];
  await new Promise(setImmediate);
  bus.close();
  await pool.end();
  expect((await Promise.all(answers)).map((answer) => answer?.rows)).toEqual([[{ sent: 1 }], undefined]);
});

test.concurrent('changes during an outage of the bus are delivered once it is back', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  let state = RUNNING;
  await using gateway = await startGateway(app, 'deaf', async () => state);
  using client = await connect(gateway, {});
  await eventually(async () => expect(client.heard).toEqual([RUNNING]));
  state = sessionOf(new Date().toISOString());
  await app.ctx.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'deaf'`);
  await eventually(async () => expect(client.heard).toEqual([RUNNING, state]));
});

test.concurrent('a read after an outage of the bus does not overwrite a newer message', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  const read = Promise.withResolvers<void>();
  const reads: string[] = [];
  await using gateway = await startGateway(app, 'cut-and-slow', async () => {
    if (reads.push('read') > 1) await read.promise;
    return RUNNING;
  });
  using client = await connect(gateway, {});
  await eventually(async () => expect(client.heard).toEqual([RUNNING]));
  await app.ctx.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut-and-slow'`);
  await eventually(async () => expect(reads).toHaveLength(2));
  const ended = sessionOf(new Date().toISOString());
  gateway.realtime.publishSync(ended);
  await eventually(async () => expect(client.heard).toEqual([RUNNING, ended]));
  read.resolve();
  // The answer to a request arrives after everything sent before it.
  await client.watch(RUNNING.id);
  expect(client.heard).toEqual([RUNNING, ended]);
});

test.concurrent('the last message about a sync that an administrator ends is its end, despite its worker’s late progress', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  const osric = await app.signIn('osric');
  const admin = await createPerson(app, { isAdmin: true });
  const { sessionId } = (await osric.post('/characters/sync').expect(201)).body;
  using listener = await listen(app, osric);
  await using worker = await createContext({ ...app.config, roles: new Set(['worker']) }, { log: app.ctx.log });
  const [row] = await app.ctx.sql<{ jobId: string }>('select job_id as "jobId" from sync_session where id = $1', [
    sessionId,
  ]);
  const run = { jobId: row?.jobId ?? '', attempt: 0, lastAttempt: false, signal: new AbortController().signal };
  await runSync(worker, sessionId, run, async ({ fence }) => {
    // It normally lags behind the job's state, but is committed before the end.
    worker.realtime.publishSync(await advanceSyncSession(worker.sql, fence, { total: 3 }));
    await admin.request('patch', `/api/v1/characters/sync/${sessionId}/complete`).expect(200);
    await advanceSyncSession(worker.sql, fence, { done: 1 });
    return { status: 'completed' };
  });
  const ends = () => listener.heard.filter(({ finishedAt }) => finishedAt !== null);
  await eventually(async () => expect(ends()).toHaveLength(2));
  expect(listener.heard.at(-1)).toEqual(ends()[0]);
});

test.concurrent('the next attempt announces an end that a dead worker did not announce', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { id, jobId } = await queuedSync(app, client, guild);
  using member = await listen(app, client);
  await eventually(async () => expect(member.heard.at(-1)).toMatchObject({ id, status: 'queued' }));
  await app.ctx.sql(`update sync_session set status = 'completed', finished_at = now() where id = $1`, [id]);
  const run = { jobId, attempt: 1, lastAttempt: false, signal: new AbortController().signal };
  await runRosterSync(app.ctx, { sessionId: id, organizationId: guild.id }, run);
  await eventually(async () => expect(member.heard.at(-1)).toMatchObject({ id, status: 'completed' }));
});

/** A separate gateway on the app's database that admits all callers. */
async function startGateway(app: TestApp, name: string, findSync: () => Promise<SyncSessionView>) {
  const pool = new pg.Pool({ connectionString: app.config.databaseUrl, application_name: name, max: 2 });
  pool.on('error', () => {});
  const realtime = createRealtime(pool, app.ctx.sql, app.ctx.log, []);
  const server = createServer();
  realtime.listen(server, {
    allowsOrigin: () => true,
    networkOf: () => 'here',
    authenticate: async () => PERSON,
    rooms: async () => new Map([[PERSON.userId, new Set([`user:${PERSON.userId}`])]]),
    aliveSessions: async (ids) => new Set(ids),
    currentSyncs: async () => [await findSync()],
    findSync,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listens = `select from pg_stat_activity where application_name = $1 and query = 'select 1' and state = 'idle'`;
  await eventually(async () => expect(await app.ctx.sql(listens, [name])).toHaveLength(1));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    realtime,
    pool,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await realtime.close();
      server.close();
      await pool.end();
    },
  };
}

const PERSON: Actor = {
  userId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e60',
  displayName: 'One',
  isAdmin: false,
  sessionId: 'session-1',
  signedInAt: new Date(),
  botScope: null,
};

function sessionOf(finishedAt: string | null): SyncSessionView {
  return {
    id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
    kind: 'character',
    status: finishedAt ? 'completed' : 'running',
    trigger: 'user',
    subjectId: PERSON.userId,
    progress: { total: 1, done: 0, added: 0, updated: 0, removed: 0, failed: 0 },
    error: null,
    createdAt: '2026-11-20T20:00:00.000Z',
    startedAt: null,
    finishedAt,
  };
}

const RUNNING = sessionOf(null);

async function statusOf(app: TestApp, sessionId: string): Promise<unknown> {
  const [row] = await app.ctx.sql<{ status: string }>('select status from sync_session where id = $1', [sessionId]);
  return row?.status;
}

test.concurrent('a process ends once its bus is closed', async () => {
  await using app = await testApp({ world: small(), roles: ['web'] });
  const program = `
    import pg from 'pg';
    import { createBus } from './realtime-bus.ts';
    const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
    const bus = createBus(pool, () => {});
    await bus.pool.connect();
    bus.close();
    await pool.end();`;
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, DATABASE_URL: app.config.databaseUrl },
    timeout: 10_000,
  });
  await expect(running).resolves.toMatchObject({ stdout: '' });
});
