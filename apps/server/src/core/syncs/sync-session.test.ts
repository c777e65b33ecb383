import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { bringIn, queuedSync, syncRoster, untilEnded, untilIdle, untilNoJobs } from '../../../test/guild.ts';
import { newMember, seedOrganization } from '../../../test/members.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { queueRosterSync } from '../../guilds/guild-sync/start-roster-sync.ts';
import { uuidv7 } from '../uuid.ts';
import { reconcile } from './reconcile.ts';
import { claimSyncSession, openSyncSession } from './sync-session.ts';

const ROSTER = '/data/wow/guild/*/roster';
const small = () => createWorld({ guildSizes: [20] });

test.concurrent('J-01: one of fifty parallel requests starts the sync, and the others learn that it is running', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  await untilNoJobs(app, 'roster-sync');
  // Keeps it running until all have asked.
  app.simulator.faults.add({ match: ROSTER, fault: { kind: 'hang' } });
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

test.concurrent('the next sync has to wait after a success, but may start immediately after a failure', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const start = () => client.post(`/organizations/${guild.id}/roster/sync`);
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'html' } });
  await untilEnded(app, (await start().expect(201)).body.sessionId);
  clear();
  await untilEnded(app, (await start().expect(201)).body.sessionId);
  const refused = await start().expect(429);
  expect(refused.body.reason).toBe('sync_cooldown');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test.concurrent('a sync needs a linked game account and a guild of the game', async () => {
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

test.concurrent('a session is found by its id only in its own guild', async () => {
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

test.concurrent('a guild whose roster was never synced has no latest session', async () => {
  await using app = await testApp({ roles: ['web'] });
  const place = await seedOrganization(app, 'synced');
  const member = await newMember(app, place, 0);
  const active = await member.request('get', `/api/v1/organizations/${place.id}/roster/sync/active`).expect(200);
  expect(active.body).toBeNull();
});

test.concurrent('a session whose job is gone is closed, and the next sync may start', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { id, jobId } = await queuedSync(app, client, guild);
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

test.concurrent('a failed session is not resumed while another one is being started', async () => {
  await using app = await testApp({ roles: ['web'] });
  const [failed, other] = [uuidv7(), uuidv7()];
  const run = (jobId: string, attempt: number) => {
    return { jobId, attempt, lastAttempt: false, signal: new AbortController().signal };
  };
  const sync = { kind: 'roster', subjectId: uuidv7(), trigger: 'user' } as const;
  await openSyncSession(app.ctx.sql, sync, run(failed, 1));
  await app.ctx.sql(`update sync_session set status = 'failed', error_reason = 'internal', finished_at = now()`);
  const { claim } = await app.ctx.transact(async ({ sql }) => {
    await openSyncSession(sql, sync, run(other, 1));
    const claim = claimSyncSession(app.ctx.sql, failed, run(failed, 2));
    await untilWaiting(app);
    return { claim };
  });
  expect(await claim).toBe(undefined);
  expect(await app.ctx.sql('select id, status from sync_session order by id')).toEqual([
    { id: failed, status: 'failed' },
    { id: other, status: 'queued' },
  ]);
});

test.concurrent('J-04: a rolled-back transaction leaves no session, job or message', async () => {
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
