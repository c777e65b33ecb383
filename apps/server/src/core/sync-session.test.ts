import { createWorld, type World } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../test/app.ts';
import { bringIn, eventually, syncRoster, type TestGuild, untilEnded, untilIdle } from '../../test/guild.ts';
import { spawnWorker, startWorkerOf } from '../../test/workers.ts';
import { createContext } from '../compose.ts';
import { jobs } from '../jobs.ts';
import { queueRosterSync } from '../roster/start-roster-sync.ts';
import { syncRoster as runRosterSync } from '../roster/sync-roster.ts';
import { reconcile } from './reconcile.ts';
import { startWorker } from './worker.ts';

const ROSTER = '/data/wow/guild/*/roster';
const PROFILES = '/profile/wow/character/*';
const small = () => createWorld({ guildSizes: [20] });

/** Sixty members, of whom every fifth has nothing to be written after the request: only the cursor knows of it. */
function withHiddenProfiles(): World {
  const world = createWorld({ guildSizes: [60] });
  const others = world.members(world.guild('lantern')).filter(({ name }) => !/^(Ysol|Brack)/.test(name));
  for (const [index, member] of others.entries()) if (index % 5 === 0) world.hideProfile(member);
  return world;
}

test.concurrent('a worker killed in the middle is followed by another, which finishes as if nothing had happened', async () => {
  await using app = await testApp({ world: withHiddenProfiles(), roles: ['web'] });
  await using undisturbed = await testApp({ world: withHiddenProfiles() });
  await using doomed = await spawnWorker(app);
  const client = await app.signIn('ysolde');
  await client.post('/characters/sync').expect(201);
  const running = () =>
    app.ctx.sql<{ id: string; done: number }>(
      `select id, done from sync_session where kind = 'roster' and done between 25 and 59`,
    );
  const [session] = await eventually(async () => {
    const rows = await running();
    expect(rows).toHaveLength(1);
    return rows;
  });
  await doomed.kill();
  const killedAt = Date.now();
  expect(await running()).toHaveLength(1);

  await using _next = await startWorkerOf(app);
  const [ended] = await Promise.all([untilEnded(app, session?.id ?? ''), bringIn(undisturbed)]);
  expect(Date.now() - killedAt).toBeLessThan(30_000);
  expect(ended).toMatchObject({ status: 'completed', progress: { total: 60, done: 60, added: 60, failed: 0 } });
  const [result, expected] = await Promise.all([stateOf(app), stateOf(undisturbed)]);
  expect(result).toEqual(expected);
  expect(
    await client
      .get('/organizations/mine')
      .expect(200)
      .then(({ body }) => body),
  ).toHaveLength(1);
}, 60_000);

test.concurrent('of fifty who ask at once one starts the sync and the others learn that it runs', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  app.simulator.faults.add({ match: ROSTER, fault: { kind: 'latency', ms: 3000 } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.post(`/organizations/${guild.id}/roster/sync`)),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(refused).toHaveLength(49);
  expect(new Set(refused.map(({ body }) => body.reason))).toEqual(new Set(['roster_sync_in_progress']));
  expect(
    await app.ctx.sql(`select from pgboss.job where name = 'roster-sync' and state in ('created', 'active')`),
  ).toHaveLength(1);
});

test.concurrent('after a success the next sync has to wait, after a failure it may start at once', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const start = () => client.post(`/organizations/${guild.id}/roster/sync`);
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'html' } });
  await untilEnded(app, (await start().expect(201)).body.sessionId);
  clear();
  await untilEnded(app, (await start().expect(201)).body.sessionId);
  const refused = await start().expect(429);
  expect(refused.body.reason).toBe('sync_cooldown');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test.concurrent('a sync needs a linked account of the game platform and a guild of the game', async () => {
  await using app = await testApp({ world: small() });
  const { guild } = await bringIn(app);
  const admin = await app.signIn('ysolde', 'discord');
  await app.ctx.sql(
    `update app_user set is_admin = true where id = (select user_id from account where provider_id = 'discord')`,
  );
  const unlinked = await admin.post(`/organizations/${guild.id}/roster/sync`).expect(400);
  expect(unlinked.body.reason).toBe('gameplatform_not_linked');
  expect((await admin.post('/characters/sync').expect(409)).body.reason).toBe('gameplatform_not_linked');

  await app.ctx.sql(`insert into organization (name, alias, source) values ('Chess club', 'chess-club', 'standalone')`);
  await admin.get('/organizations/chess-club').expect(200);
  for (const refused of [
    admin.post('/organizations/chess-club/roster/sync'),
    admin.get('/organizations/chess-club/roster'),
    admin.get('/organizations/chess-club/roster/history'),
    admin.get('/organizations/chess-club/roster/transfers'),
  ])
    expect((await refused.expect(400)).body.reason).toBe('not_a_synced_guild');
});

test.concurrent('a session is found by its id in its own guild only', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  const { client, guild } = await bringIn(app);
  const { client: brannoc, guild: other } = await bringIn(app, 'brannoc');
  const session = await syncRoster(app, client, guild);
  const found = await client.get(`/organizations/${guild.alias}/roster/sync/${session.id}`).expect(200);
  expect(found.body).toEqual(session);
  for (const refused of [
    brannoc.get(`/organizations/${other.id}/roster/sync/${session.id}`),
    client.get(`/organizations/${guild.id}/roster/sync/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f`),
    client.get(`/characters/sync/${session.id}`),
  ])
    expect((await refused.expect(404)).body.reason).toBe('sync_session_not_found');
  await brannoc.get(`/organizations/${guild.id}/roster/sync/${session.id}`).expect(403);
  await client.get(`/organizations/${guild.id}/roster/sync/x`).expect(400);
});

test.concurrent('two workers share the work and never run one sync twice', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }), roles: ['web'] });
  await using _first = await startWorkerOf(app);
  await using _second = await startWorkerOf(app);
  const { client, guild } = await bringIn(app);
  await bringIn(app, 'brannoc');
  const { requests } = app.simulator;
  for (let run = 0; run < 3; run++) {
    requests.clear();
    const session = await syncRoster(app, client, guild);
    expect(session.progress).toMatchObject({ total: 20, done: 20, failed: 0 });
    expect(requests.count({ path: ROSTER })).toBe(1);
    expect(requests.count({ path: PROFILES })).toBe(20);
  }
});

/** Everything that a sync writes, but for ids and the times at which it wrote. */
async function stateOf({ ctx }: TestApp) {
  const [entries, events, members] = await Promise.all([
    ctx.sql(`select e.platform_realm_id, e.platform_character_id, e.name, e.name_key, e.realm_slug, e.level, e.class_id,
        e.race_id, e.faction, e.rank, e.role, e.item_level, e.last_login_at, e.left_at, e.profile_last_modified,
        e.profile_fetched_at is null as unfetched, c.name as claimed_by
      from roster_entry e left join character c on c.id = e.claimed_by_id
      order by e.platform_realm_id, e.platform_character_id`),
    ctx.sql(`select v.kind, v.before, v.after, e.name, e.realm_slug from roster_event v join roster_entry e on e.id = v.entry_id
      order by e.platform_realm_id, e.platform_character_id, v.kind`),
    ctx.sql(`select u.display_name, m.left_at from membership m join app_user u on u.id = m.user_id`),
  ]);
  return { entries, events, members };
}

test.concurrent('a late attempt that was given up for dead changes nothing any more', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { id, jobId } = await queued(app, client, guild);
  const attempt = (number: number) => {
    const run = { jobId, attempt: number, lastAttempt: false, signal: new AbortController().signal };
    return runRosterSync(app.ctx, { sessionId: id, organizationId: guild.id }, run);
  };
  app.simulator.faults.add({ match: PROFILES, times: 12, fault: { kind: 'latency', ms: 2000 } });
  const late = attempt(0);
  await eventually(async () => expect(app.simulator.requests.count({ path: PROFILES, status: 0 })).toBe(12));
  await attempt(1);
  const state = await stateOf(app);
  const session = await untilEnded(app, id);
  expect(session).toMatchObject({ status: 'completed', progress: { total: 20, done: 20 } });
  await late;
  expect(await untilEnded(app, id)).toEqual(session);
  expect(await stateOf(app)).toEqual(state);
});

test.concurrent('a worker that is stopped gives its sync back at once, and the next one goes on', async () => {
  await using app = await testApp({ world: withHiddenProfiles(), roles: ['web'] });
  const client = await app.signIn('ysolde');
  const ctx = await createContext({ ...app.config, roles: new Set(['worker']) }, { log: app.ctx.log });
  const worker = await startWorker(ctx, jobs);
  await client.post('/characters/sync').expect(201);
  const running = `select id, job_id as "jobId", done from sync_session where kind = 'roster' and status = 'running' and done between 25 and 59`;
  const [session] = await eventually(async () => {
    const rows = await app.ctx.sql<{ id: string; jobId: string }>(running);
    expect(rows).toHaveLength(1);
    return rows;
  });
  const stoppedAt = Date.now();
  await worker[Symbol.asyncDispose]();
  await ctx[Symbol.asyncDispose]();
  expect(Date.now() - stoppedAt).toBeLessThan(3000);
  expect(await app.ctx.sql(running)).toHaveLength(1);
  expect(await app.ctx.sql('select state from pgboss.job where id = $1', [session?.jobId])).toEqual([
    { state: 'retry' },
  ]);

  await using _next = await startWorkerOf(app);
  const ended = await untilEnded(app, session?.id ?? '');
  expect(ended).toMatchObject({ status: 'completed', progress: { total: 60, done: 60, added: 60 } });
  expect(app.logged.filter((line) => line.includes('job failed'))).toEqual([]);
});

test.concurrent('a session whose job is gone is ended, and the next sync may start', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { id, jobId } = await queued(app, client, guild);
  const older = () =>
    app.ctx.sql(`update sync_session set created_at = created_at - interval '1 minute' where id = $1`, [id]);
  const current = async () => (await client.get(`/organizations/${guild.id}/roster/sync/${id}`).expect(200)).body;

  await older();
  await reconcile(app.ctx);
  expect(await current()).toMatchObject({ status: 'queued' });
  await app.ctx.boss.cancel('roster-sync', jobId);
  await reconcile(app.ctx);
  const ended = await current();
  expect(ended).toMatchObject({ status: 'failed', error: { reason: 'interrupted' }, finishedAt: expect.any(String) });
  expect(ended.error.message).toMatch(/Start it again/);
  await client.post(`/organizations/${guild.id}/roster/sync`).expect(201);
});

test.concurrent('what a transaction does not commit leaves neither session nor job nor message', async () => {
  await using app = await testApp({ world: small() });
  const { guild } = await bringIn(app);
  const jobIds = () => app.ctx.sql(`select id from pgboss.job where name = 'roster-sync'`);
  const before = await jobIds();
  let told = false;
  const failing = app.ctx.transact(async (tx) => {
    tx.afterCommit(() => {
      told = true;
    });
    expect(await queueRosterSync(tx, guild.id, 'admin', null)).toEqual(expect.any(String));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await jobIds()).toEqual(before);
  expect(told).toBe(false);
  await untilIdle(app);
});

test.concurrent('a job that nobody can read fails with its reason and stops nothing', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const id = await app.ctx.boss.send('roster-sync', { guild: 'of an older version' }, { retryLimit: 0 });
  const gone = await app.ctx.boss.send('roster-sync', { organizationId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' });
  const stateOfJob = async (job: string | null) =>
    (
      await app.ctx.sql<{ state: string; output: unknown }>('select state, output from pgboss.job where id = $1', [job])
    )[0];
  await eventually(async () => {
    expect(await stateOfJob(id)).toMatchObject({
      state: 'failed',
      output: { message: expect.stringContaining('organizationId') },
    });
    expect(await stateOfJob(gone)).toMatchObject({ state: 'completed' });
  });
  expect((await syncRoster(app, client, guild)).status).toBe('completed');
});

/** A sync that a person has started and no worker takes. */
async function queued(app: TestApp, client: SignedInClient, guild: TestGuild) {
  await app.ctx.boss.offWork('roster-sync');
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const { body } = await client.post(`/organizations/${guild.id}/roster/sync`).expect(201);
  const [row] = await app.ctx.sql<{ id: string; jobId: string }>(
    'select id, job_id as "jobId" from sync_session where id = $1',
    [body.sessionId],
  );
  if (!row) throw new Error('The session is gone');
  return row;
}
