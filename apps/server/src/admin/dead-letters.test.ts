import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { bringIn, eventually, queuedSync, untilEnded } from '../../test/guild.ts';
import { createPerson } from '../../test/people.ts';
import { listen } from '../../test/sockets.ts';
import { startWorkerOf } from '../../test/workers.ts';
import { findSyncSession } from '../core/syncs/sync-session.ts';
import { scheduledRosterSyncJob } from '../guilds/guild-sync/guilds.jobs.ts';
import { queueRosterSync } from '../guilds/guild-sync/start-roster-sync.ts';

/** A sync whose last attempt fails because of a bug of ours. Its app runs no more roster syncs. */
async function failedSync(app: TestApp) {
  const { client, guild } = await bringIn(app);
  const { id, jobId } = await queuedSync(app, client, guild);
  await app.ctx.sql('update pgboss.job set retry_limit = 0 where id = $1', [jobId]);
  await app.ctx.sql('alter table sync_session add constraint broken check (cursor is null) not valid');
  {
    await using _worker = await startWorkerOf(app);
    expect(await untilEnded(app, id)).toMatchObject({ status: 'failed', error: { reason: 'internal' } });
    await eventually(async () => expect(await stateOf(app, jobId)).toBe('failed'));
  }
  await app.ctx.sql('alter table sync_session drop constraint broken');
  return { client, guild, id, jobId };
}

async function stateOf(app: TestApp, jobId: string | null): Promise<unknown> {
  const [row] = await app.ctx.sql<{ state: string }>('select state from pgboss.job where id = $1', [jobId]);
  return row?.state;
}

test.concurrent('a sync that failed because of a bug becomes a dead letter, and a retry continues its session', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const admin = await createPerson(app, { isAdmin: true });
  const { client, guild, id, jobId } = await failedSync(app);
  const list = async () =>
    (await admin.request('get', '/api/v1/admin/jobs/roster-sync?state=failed').expect(200)).body.jobs;
  expect(await list()).toMatchObject([{ id: jobId, error: expect.stringContaining('broken') }]);
  const { body: health } = await admin.request('get', '/api/v1/admin/jobs').expect(200);
  expect(health.queues.find(({ name }: { name: string }) => name === 'roster-sync')).toMatchObject({
    failed: 1,
    lastError: { jobId },
  });

  using listener = await listen(app, client);
  await eventually(async () => expect(listener.heard.at(-1)).toMatchObject({ id, status: 'failed' }));
  await using _worker = await startWorkerOf(app);
  const retry = () => admin.request('post', `/api/v1/admin/jobs/roster-sync/${jobId}/retry`);
  await client.post(`/admin/jobs/roster-sync/${jobId}/retry`).expect(403);
  await retry().expect(200);
  await eventually(async () =>
    expect(await findSyncSession(app.ctx.sql, id)).toMatchObject({ status: 'completed', error: null }),
  );
  await eventually(async () => expect(await stateOf(app, jobId)).toBe('completed'));
  // A listener that heard the sync end hears that it continues.
  await eventually(async () => expect(listener.heard.at(-1)).toMatchObject({ id, status: 'completed' }));
  expect(listener.heard.map(({ status }) => status)).toContain('running');
  expect((await retry().expect(409)).body.reason).toBe('job_state');
  const { body } = await client.get(`/organizations/${guild.id}/roster/sync/active`).expect(200);
  expect(body).toMatchObject({ id, progress: { total: 20, done: 20 } });
  const { body: log } = await admin.request('get', '/api/v1/admin/audit-log').expect(200);
  expect(log.entries).toMatchObject([{ action: 'job_retried', details: { queue: 'roster-sync', jobId } }]);
});

test.concurrent('a retry does nothing while another sync of the guild is queued, or once its session has ended', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const admin = await createPerson(app, { isAdmin: true });
  const { guild, id, jobId } = await failedSync(app);
  // It stays queued because no worker runs yet.
  const other = await app.ctx.transact((tx) => queueRosterSync(tx, guild.id, 'schedule', null));
  await app.ctx.sql(`update pgboss.job set start_after = now() + interval '1 hour' where state = 'created'`);
  await using _worker = await startWorkerOf(app);
  const retry = () => admin.request('post', `/api/v1/admin/jobs/roster-sync/${jobId}/retry`).expect(200);
  await retry();
  await eventually(async () => expect(await stateOf(app, jobId)).toBe('completed'));
  expect(await findSyncSession(app.ctx.sql, id)).toMatchObject({ status: 'failed' });
  expect(await findSyncSession(app.ctx.sql, other ?? '')).toMatchObject({ status: 'queued' });

  await app.ctx.sql(`update sync_session set status = 'completed', finished_at = now()`);
  await app.ctx.sql(`update pgboss.job set state = 'failed' where id = $1`, [jobId]);
  const before = await findSyncSession(app.ctx.sql, id);
  await retry();
  await eventually(async () => expect(await stateOf(app, jobId)).toBe('completed'));
  expect(await findSyncSession(app.ctx.sql, id)).toEqual(before);
});

test.concurrent('retrying an old job does not queue work that is already waiting', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const { boss } = app.ctx;
  const { name } = scheduledRosterSyncJob;
  const send = () => boss.send(name, { organizationId: admin.userId }, { singletonKey: admin.userId, retryLimit: 0 });
  const failed = await send();
  await boss.fetch(name);
  await boss.fail(name, failed ?? '', { message: 'Something' });
  expect(await send()).toEqual(expect.any(String));
  const answer = await admin.request('post', `/api/v1/admin/jobs/${name}/${failed}/retry`).expect(409);
  expect(answer.body).toMatchObject({ reason: 'job_state', message: expect.stringContaining('already') });
  expect((await admin.request('get', '/api/v1/admin/audit-log').expect(200)).body.entries).toEqual([]);
});

test.concurrent('retries all failed jobs of a queue, once per key, and cancels all waiting ones', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const person = await createPerson(app);
  const { boss } = app.ctx;
  const { name } = scheduledRosterSyncJob;
  const act = (what: string, queue = name) => admin.request('post', `/api/v1/admin/jobs/${queue}/${what}`).send({});
  const send = (key: string) => boss.send(name, { organizationId: key }, { singletonKey: key, retryLimit: 0 });
  const fail = async (key: string) => {
    const id = (await send(key)) ?? '';
    await boss.fetch(name);
    await boss.fail(name, id, { message: 'Something' });
    return id;
  };
  await fail('a');
  const newest = await fail('a');
  await fail('b');
  const other = await fail('c');
  const waiting = await send('b');
  const states = async () =>
    Object.fromEntries(
      (
        await app.ctx.sql<{ id: string; state: string }>('select id, state from pgboss.job where name = $1', [name])
      ).map(({ id, state }) => [id, state]),
    );

  await person.request('post', `/api/v1/admin/jobs/${name}/retry`).send({}).expect(403);
  expect((await act('retry', 'nothing').expect(404)).body.reason).toBe('queue_not_found');
  expect((await act('retry').expect(200)).body).toEqual({ changed: 2, left: 2 });
  expect(await states()).toMatchObject({ [newest]: 'retry', [other]: 'retry', [waiting ?? '']: 'created' });
  expect((await act('retry').expect(200)).body).toEqual({ changed: 0, left: 2 });

  const later = await boss.send(name, {}, { singletonKey: 'later', startAfter: 3600 });
  expect((await act('cancel').expect(200)).body).toEqual({ changed: 3, left: 0 });
  expect(await states()).toMatchObject({
    [newest]: 'cancelled',
    [waiting ?? '']: 'cancelled',
    [later ?? '']: 'created',
  });
  const { body } = await admin.request('get', '/api/v1/admin/audit-log').expect(200);
  expect(body.entries).toMatchObject([
    { action: 'jobs_cancelled', details: { queue: name, count: 3 } },
    { action: 'jobs_retried', details: { queue: name, count: 2 } },
  ]);
});
