import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { callerOf } from '../../test/caller.ts';
import { done, eventGuild, inHours, moveBack } from '../../test/events.ts';
import { bringIn } from '../../test/guild.ts';
import { createPerson } from '../../test/people.ts';
import { characterSyncJob } from '../armory/own-characters/characters.jobs.ts';
import { uuidv7 } from '../core/uuid.ts';
import { countUsage } from './stats.queries.ts';

test.concurrent('administrators can appoint, list and audit administrators; others get 401 or 403', async () => {
  await using app = await testApp({ roles: ['web'] });
  const [admin, person] = [await createPerson(app, { isAdmin: true }), await createPerson(app)];
  for (const path of ['admins', 'users', 'stats', 'sync-status', 'jobs', 'jobs/roster-sync', 'audit-log']) {
    await app.http.get(`/api/v1/admin/${path}`).expect(401);
    const { body } = await person.request('get', `/api/v1/admin/${path}`).expect(403);
    expect(body.reason).toBe('admin_only');
  }
  const set = (by: typeof admin, userId: string, isAdmin: unknown) =>
    by.request('post', `/api/v1/admin/admins/${userId}`).send({ isAdmin });
  await set(person, person.userId, true).expect(403);
  await set(admin, person.userId, 'true').expect(400);
  await set(admin, person.userId, 1).expect(400);
  expect((await set(admin, '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', true).expect(404)).body.reason).toBe(
    'user_not_found',
  );
  expect((await set(admin, admin.userId, false).expect(409)).body.reason).toBe('last_admin');

  expect((await set(admin, person.userId, true).expect(200)).body).toMatchObject({ id: person.userId, isAdmin: true });
  await set(admin, person.userId, true).expect(200);
  const ids = (await person.request('get', '/api/v1/admin/admins').expect(200)).body.map(
    ({ id }: { id: string }) => id,
  );
  expect(ids.toSorted()).toEqual([admin.userId, person.userId].toSorted());
  await set(person, admin.userId, false).expect(200);
  await admin.request('get', '/api/v1/admin/admins').expect(403);

  const { body } = await person.request('get', '/api/v1/admin/audit-log').expect(200);
  expect(body.entries).toMatchObject([
    { action: 'admin_withdrawn', actor: { id: person.userId }, person: { id: admin.userId } },
    { action: 'admin_granted', actor: { id: admin.userId }, person: { id: person.userId } },
  ]);
  expect(body.pagination).toEqual({ page: 1, pageSize: 50, total: 2, totalPages: 1 });
});

test.concurrent('only an administrator who signed in within a day can appoint another', async () => {
  await using app = await testApp({ roles: ['web'] });
  const [admin, person] = [await createPerson(app, { isAdmin: true }), await createPerson(app)];
  const age = (hours: number) =>
    app.ctx.sql(`update session set created_at = now() - $2 * interval '1 hour' where user_id = $1`, [
      admin.userId,
      hours,
    ]);
  const set = () => admin.request('post', `/api/v1/admin/admins/${person.userId}`).send({ isAdmin: true });
  await age(25);
  expect((await set().expect(403)).body.reason).toBe('session_not_fresh');
  await admin.request('get', '/api/v1/admin/admins').expect(200);
  await age(23);
  await set().expect(200);
});

test.concurrent('the audit log records what administrators start', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const post = (path: string) => admin.request('post', `/api/v1${path}`);
  const { sessionId } = (await post('/admin/sync-instances').expect(201)).body;
  await post('/admin/sync-instances').expect(409);
  await post('/admin/sync-catalogue').expect(201);
  expect((await post('/admin/sync-catalogue').expect(409)).body.reason).toBe('sync_in_progress');
  await post('/jobs/sync-rosters').expect(201);
  const { changed } = (await post('/jobs/seed-holidays?year=2027').expect(201)).body;
  await post('/auth/me/onboarding-reset').expect(200);
  const { body } = await admin.request('get', '/api/v1/admin/audit-log').expect(200);
  const actor = { id: admin.userId, displayName: 'Administrator' };
  expect(body.entries).toMatchObject([
    { action: 'onboarding_reset', actor, person: actor },
    { action: 'holidays_seeded', actor, details: { year: 2027, changed } },
    { action: 'rosters_queued', actor, details: { queued: 0 } },
    { action: 'catalogue_sync_started', actor },
    { action: 'journal_sync_started', actor, details: { sessionId } },
  ]);
  expect(body.entries).toHaveLength(5);
});

test.concurrent('payloads of jobs and the audit log come with the names behind their ids', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const guild = await eventGuild(app);
  const { officer } = guild;
  const event = await done<{ id: string }>(
    officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Vault', type: 'raid', startsAt: inHours(48), durationMinutes: 60 },
    }),
  );
  await app.ctx.sql(`insert into admin_entry (actor_id, action, details) values ($1, 'organization_managed', $2)`, [
    admin.userId,
    JSON.stringify({ organizationId: guild.id, others: [event.id, officer.characterId], about: 'Vault' }),
  ]);
  const unnamed = uuidv7();
  await app.ctx.transact((tx) => tx.enqueue(characterSyncJob, { sessionId: unnamed, userId: officer.userId }));
  const read = async (address: string) =>
    (await admin.request('get', `/api/v1/admin/${address}`).expect(200)).body.names;
  expect(await read('audit-log')).toEqual([
    { id: officer.characterId, kind: 'character', name: expect.stringMatching(/^Bryn/) },
    { id: event.id, kind: 'event', name: 'Vault' },
    { id: guild.id, kind: 'organization', name: 'Guild' },
  ]);
  expect(await read(`jobs/${characterSyncJob.name}`)).toEqual([
    { id: officer.userId, kind: 'person', name: expect.any(String) },
  ]);
  expect(await read('jobs/clean-up')).toEqual([]);
});

test.concurrent('the admin:grant command makes an administrator, and the audit log records it', async () => {
  await using app = await testApp({ roles: ['web'] });
  const person = await createPerson(app);
  await app.ctx.sql('update app_user set email = $2 where id = $1', [person.userId, 'keeper@example.org']);
  const grant = (email: string) =>
    promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../tools.ts'), 'admin:grant', email], {
      env: { NODE_ENV: 'test', DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir },
    });
  await expect(grant('nobody@example.org')).rejects.toMatchObject({
    stdout: expect.stringContaining('No user has signed in'),
  });
  for (let time = 0; time < 2; time++) {
    expect((await grant('Keeper@example.org')).stdout).toContain('is an administrator now');
  }
  const { body } = await person.request('get', '/api/v1/admin/audit-log').expect(200);
  expect(body.entries).toMatchObject([
    { action: 'admin_granted', actor: null, person: { id: person.userId }, details: { by: 'admin:grant' } },
  ]);
});

test.concurrent('one administrator remains when two demote each other concurrently', async () => {
  await using app = await testApp({ roles: ['web'] });
  for (let round = 0; round < 5; round++) {
    const admins = [await createPerson(app, { isAdmin: true }), await createPerson(app, { isAdmin: true })] as const;
    const answers = await Promise.all([
      admins[0].request('post', `/api/v1/admin/admins/${admins[1].userId}`).send({ isAdmin: false }),
      admins[1].request('post', `/api/v1/admin/admins/${admins[0].userId}`).send({ isAdmin: false }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const [left] = await app.ctx.sql<{ count: number }>('select count(*)::int from app_user where is_admin');
    expect(left?.count).toBe(1);
    await app.ctx.sql('update app_user set is_admin = false');
  }
});

test.concurrent('finds people by part of their name or address, taken literally rather than as a pattern', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  await app.ctx.sql(`insert into app_user (display_name, email) values
    ('Ysolde', 'leader@guild.example'), ('50% off_', 'shop@guild.example'), ('Brannoc', null), ('Иван', null)`);
  const find = async (q: string) =>
    (await admin.request('get', `/api/v1/admin/users?q=${encodeURIComponent(q)}`).expect(200)).body;
  const names = async (q: string) => (await find(q)).users.map((user: { displayName: string }) => user.displayName);
  expect(await names('YSOL')).toEqual(['Ysolde']);
  expect(await names('leader@')).toEqual(['Ysolde']);
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id, display_name)
    select id, 'battlenet', '1', 'Emberlord#1234' from app_user where display_name = 'Brannoc'`);
  expect(await names('emberlord#')).toEqual(['Brannoc']);
  expect(await names('%')).toEqual(['50% off_']);
  expect(await names('_')).toEqual(['50% off_']);
  expect(await names(admin.userId)).toEqual(['Administrator']);
  expect(await names('ИВАН')).toEqual(['Иван']);
  expect(await names('nobody')).toEqual([]);
  expect((await find('')).pagination.total).toBe(5);
  expect((await find(admin.userId)).users[0].lastActiveAt).toMatch(/Z$/);
  await admin.request('get', '/api/v1/admin/users?pageSize=201').expect(400);
});

test.concurrent('statistics match the tables, and the latest syncs are listed', async () => {
  await using app = await testApp();
  const { client, guild } = await bringIn(app);
  await app.ctx.sql('update app_user set is_admin = true');
  const call = callerOf(app, client.token);
  const [character] = (await client.get('/characters').expect(200)).body.filter(
    ({ guild: of }: { guild: { id: string } | null }) => of?.id === guild.id,
  );
  const event = { title: 'Raid', type: 'raid', startsAt: inHours(48), durationMinutes: 60, status: 'draft' };
  const makeEvent = (more: object) =>
    done<{ id: string }>(call('POST', `/guilds/${guild.id}/events`, { ...event, ...more }));
  await makeEvent({});
  const [past, upcoming] = [await makeEvent({ status: 'published' }), await makeEvent({ status: 'published' })];
  for (const { id } of [past, upcoming]) await done(call('PUT', `/events/${id}/signup`, { characterId: character.id }));
  const no = await makeEvent({ status: 'published' });
  await done(call('PUT', `/events/${no.id}/signup`, { status: 'declined' }));
  // Ended an hour ago: a job completes events that ended long ago.
  await moveBack(app, past.id, 50);
  await done(call('POST', `/events/${past.id}/complete`, {}));
  const { body: stats } = await client.get('/admin/stats').expect(200);
  expect(stats).toMatchObject({
    users: { total: 1, active24h: 1, active7d: 1, active30d: 1 },
    guilds: { synced: expect.any(Number), standalone: 0, archived: 0 },
    events: { total: 4, upcoming: 2, completed: 1 },
    signups: { total: 2, upcoming: 1 },
    images: { shown: 0, waiting: 0 },
  });
  expect(stats.guilds.synced).toBeGreaterThan(0);
  expect(stats.characters.verified).toBe(stats.characters.total);
  const [members] = await app.ctx.sql<{ n: number }>(
    'select count(*)::int as n from roster_entry where left_at is null',
  );
  expect(stats.rosterMembers).toBe(members?.n);
  const { body: status } = await client.get('/admin/sync-status').expect(200);
  expect(status.rosters[0]).toMatchObject({ kind: 'roster', subjectName: expect.any(String) });
  expect(status.rosters.map(({ subjectId }: { subjectId: string }) => subjectId)).toContain(guild.id);
});

test.concurrent('numbers that take long to count say of when they are, and are counted anew by a job', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const stats = async () => (await admin.request('get', '/api/v1/admin/stats').expect(200)).body;
  const counted = await countUsage(app.ctx);
  const atNight = `update usage_count set ms = 2000, counted_at = '2026-11-30T04:15:00Z'`;
  await app.ctx.sql(atNight);
  await createPerson(app);
  expect(await stats()).toEqual({ ...counted, countedAt: '2026-11-30T04:15:00.000Z' });
  const queued = await app.ctx.sql(`select state from pgboss.job where name = 'count-usage'`);
  expect(queued).toEqual([{ state: 'created' }]);
  await countUsage(app.ctx);
  app.ctx.cache.forget('admin-stats');
  await app.ctx.sql('update usage_count set ms = 2');
  await createPerson(app);
  expect((await stats()).users.total).toBe(counted.users.total + 2);
});

test.concurrent('queues report waiting, active and failed jobs; a failed one can be retried, a waiting one cancelled', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const { boss } = app.ctx;
  const get = async (path: string) => (await admin.request('get', `/api/v1/admin/jobs${path}`).expect(200)).body;
  const act = (path: string) => admin.request('post', `/api/v1/admin/jobs${path}`);
  const queue = 'tell-old-address';
  const failed = (await boss.send(queue, { userId: admin.userId, oldEmail: 'a@b.example' }, { retryLimit: 0 })) ?? '';
  await boss.fetch(queue);
  await boss.fail(queue, failed, { message: 'The mail server is away' });
  const waiting = await boss.send(queue, {}, { startAfter: 3600 });

  const health = await get('');
  // This process runs the web role only, so there are no workers.
  expect(health).toMatchObject({ healthy: false, workers: 0 });
  expect(health.queues.find(({ name }: { name: string }) => name === queue)).toEqual({
    name: queue,
    background: false,
    queued: 0,
    active: 0,
    failed: 1,
    deferred: 1,
    completed24h: 0,
    oldestQueuedSeconds: null,
    workers: 0,
    lastError: { jobId: failed, message: 'The mail server is away', at: expect.stringMatching(/Z$/) },
  });

  expect((await get(`/${queue}?state=failed`)).jobs).toMatchObject([
    { id: failed, state: 'failed', attempts: 1, payload: { userId: admin.userId }, error: 'The mail server is away' },
  ]);
  expect((await get(`/${queue}`)).pagination.total).toBe(2);
  await admin.request('get', '/api/v1/admin/jobs/nothing').expect(404);
  await admin.request('get', `/api/v1/admin/jobs/${queue}?state=lost`).expect(400);

  expect((await act(`/${queue}/${waiting}/retry`).expect(409)).body.reason).toBe('job_state');
  expect((await act(`/${queue}/${failed}/cancel`).expect(409)).body.reason).toBe('job_state');
  expect((await act(`/${queue}/${admin.userId}/cancel`).expect(404)).body.reason).toBe('job_not_found');
  expect((await act(`/${queue}/${failed}/retry`).expect(200)).body.state).toMatch(/created|retry/);
  expect((await act(`/${queue}/${waiting}/cancel`).expect(200)).body.state).toBe('cancelled');
  expect((await boss.fetch(queue)).map(({ id }) => id)).toEqual([failed]);
  const { body: log } = await admin.request('get', '/api/v1/admin/audit-log').expect(200);
  expect(log.entries.map(({ action }: { action: string }) => action)).toEqual(['job_cancelled', 'job_retried']);
});

test('counts worker processes, and reports unhealthy queues once a job in a foreground queue waits too long', async () => {
  await using app = await testApp();
  const admin = await createPerson(app, { isAdmin: true });
  const health = async () => (await admin.request('get', '/api/v1/admin/jobs').expect(200)).body;
  await expect.poll(health, { timeout: 30_000 }).toMatchObject({ healthy: true, workers: 1 });
  const { boss, sql } = app.ctx;
  const oldJob = async (queue: string) => {
    await boss.offWork(queue);
    const id = await boss.send(queue, {});
    await sql(`update pgboss.job set start_after = now() - interval '301 seconds' where id = $1`, [id]);
  };
  await oldJob('roster-sync-scheduled');
  const waiting = (await health()).queues.find(({ name }: { name: string }) => name === 'roster-sync-scheduled');
  expect(waiting).toMatchObject({ background: true, queued: 1 });
  expect(waiting.oldestQueuedSeconds).toBeGreaterThan(300);
  expect(await health()).toMatchObject({ healthy: true });
  await oldJob('roster-sync');
  expect(await health()).toMatchObject({ healthy: false, workers: 1 });
});
