import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { done } from '../../../test/events.ts';
import { bringIn, eventually, PROFILES, untilEnded, untilNoJobs } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { startWorkerOf } from '../../../test/workers.ts';
import { newestSyncSession } from '../../core/syncs/sync-session.ts';
import { rosterSweepJob } from '../guild-sync/guilds.jobs.ts';
import { sweepRosters } from './queue-due-rosters.ts';

type Waiting = { guild: string; priority: number };
const waiting = (app: TestApp) =>
  app.ctx.sql<Waiting>(
    `select o.name as guild, j.priority from pgboss.job j join organization o on o.id = (j.data ->> 'organizationId')::uuid
     where j.name = 'roster-sync-scheduled' and j.state = 'created' order by j.priority desc, o.name`,
  );
const forget = (app: TestApp) => app.ctx.sql(`delete from pgboss.job where name = 'roster-sync-scheduled'`);

/** Guilds without members whose last sync was this long ago. */
async function createGuilds(app: TestApp, count: number, age = '7 hours'): Promise<void> {
  await app.ctx.sql(
    `insert into organization (name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug,
       name_slug, roster_synced_at)
     select 'Guild ' || g, 'synced', 'us', 'retail', 1, g, 'r', 'g', now() - $2::interval from generate_series(1, $1::int) g`,
    [count, age],
  );
}

test('archived, fresh and standalone guilds are left alone; the others are queued once', async () => {
  await using app = await testApp({ roles: ['web'] });
  await createGuilds(app, 6);
  await app.ctx.sql(`update organization set archived_at = now() where name = 'Guild 1'`);
  await app.ctx.sql(`update organization set roster_synced_at = now() - interval '50 minutes' where name = 'Guild 2'`);
  await app.ctx.sql(`update organization set roster_synced_at = null where name = 'Guild 3'`);
  await app.ctx.sql(`insert into organization (name, source) values ('Standalone', 'standalone')`);
  await Promise.all(Array.from({ length: 8 }, () => sweepRosters(app.ctx)));
  await sweepRosters(app.ctx);
  const guilds = (await waiting(app)).map(({ guild }) => guild);
  expect(guilds).toEqual(['Guild 3', 'Guild 4', 'Guild 5', 'Guild 6']);
});

test('each guild has its turn within six hours, and not all at the same time', async () => {
  await using app = await testApp({ roles: ['web'] });
  await createGuilds(app, 300, '61 minutes');
  const dueAfter = async (hours: number) => {
    await app.ctx.sql('delete from sync_session');
    await app.ctx.sql(
      `insert into sync_session (kind, subject_id, trigger, status, job_id, created_at)
       select 'roster', id, 'schedule', 'failed', uuidv7(), now() - $1 * interval '1 hour' from organization`,
      [hours],
    );
    await forget(app);
    await sweepRosters(app.ctx);
    return (await waiting(app)).map(({ guild }) => guild);
  };
  // At any time of day, an even spread of 300 guilds over six hours gives these numbers of due guilds.
  const [one, three, six] = [await dueAfter(1), await dueAfter(3), await dueAfter(6)];
  expect(one.length).toBeGreaterThan(20);
  expect(one.length).toBeLessThan(85);
  expect(three.length).toBeGreaterThan(105);
  expect(three.length).toBeLessThan(195);
  expect(six).toHaveLength(300);
  // The same guilds are due at the same time, in any process.
  expect(three).toEqual(expect.arrayContaining(one));
  // A failed sync requested by a person does not replace a scheduled one.
  await app.ctx.sql(`update sync_session set trigger = 'user', created_at = now()`);
  await forget(app);
  await sweepRosters(app.ctx);
  expect(await waiting(app)).toHaveLength(300);
});

test('guilds whose members used the service most recently come first', async () => {
  await using app = await testApp({ roles: ['web'] });
  await createGuilds(app, 5);
  for (const [guild, days] of [
    ['Guild 2', 40],
    ['Guild 3', 12],
    ['Guild 4', 0],
  ] as const) {
    const { userId } = await createPerson(app);
    await app.ctx.sql(
      'insert into membership (organization_id, user_id) select id, $2 from organization where name = $1',
      [guild, userId],
    );
    await app.ctx.sql(`update session set last_used_at = now() - $2 * interval '1 day' where user_id = $1`, [
      userId,
      days,
    ]);
  }
  await app.ctx.sql(
    `insert into membership (organization_id, user_id, left_at) select o.id, m.user_id, now()
     from organization o, membership m where o.name = 'Guild 5'`,
  );
  await sweepRosters(app.ctx);
  expect(await waiting(app)).toEqual([
    { guild: 'Guild 4', priority: 30 },
    { guild: 'Guild 3', priority: 18 },
    { guild: 'Guild 1', priority: 0 },
    { guild: 'Guild 2', priority: 0 },
    { guild: 'Guild 5', priority: 0 },
  ]);
});

test('the schedule and an administrator sync due guilds in sessions of their own, once per guild', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }), schedules: true });
  await using _second = await startWorkerOf(app);
  const { client, guild } = await bringIn(app);
  const { guild: other } = await bringIn(app, 'brannoc');
  const [schedule] = await app.ctx.boss.getSchedules(rosterSweepJob.name);
  expect(schedule).toMatchObject({ cron: '*/5 * * * *', timezone: 'UTC', options: { singletonKey: 'all' } });
  const { singletonKey = '' } = schedule?.options ?? {};

  const longAgo = () => app.ctx.sql(`update organization set roster_synced_at = roster_synced_at - interval '7 hours'`);
  const sessions = () =>
    app.ctx.sql<{ id: string }>(
      `select id from sync_session where kind = 'roster' and trigger = 'schedule' and created_at > now() - interval '1 hour'`,
    );
  await longAgo();
  await app.ctx.sql(`update sync_session set created_at = created_at - interval '7 hours'`);
  await app.ctx.sql(`update organization set archived_at = now() where id = $1`, [other.id]);
  await Promise.all([1, 2, 3].map(() => app.ctx.boss.send(rosterSweepJob.name, {}, { singletonKey })));
  const [scheduled] = await eventually(async () => {
    const rows = await sessions();
    expect(rows).toHaveLength(1);
    return rows;
  });
  expect(await untilEnded(app, scheduled?.id ?? '')).toMatchObject({
    status: 'completed',
    trigger: 'schedule',
    subjectId: guild.id,
  });
  await untilNoJobs(app, 'roster-sync-scheduled');
  await sweepRosters(app.ctx);
  expect(await sessions()).toHaveLength(1);

  await app.http.post('/api/v1/jobs/sync-rosters').expect(401);
  expect((await client.post('/jobs/sync-rosters').expect(403)).body.reason).toBe('admin_only');
  await app.ctx.sql(`update app_user set is_admin = true where display_name = 'Ysolde'`);
  const none = { queued: 0, recentlySynced: 1, alreadyWaiting: 0 };
  const stale = await client.post('/jobs/sync-rosters').send({ force: false }).expect(201);
  expect(stale.body).toEqual(none);
  // All guilds, also those that have just been synced.
  for (const body of [undefined, {}, { force: true }]) {
    await app.ctx.sql(`delete from sync_session where trigger = 'admin'`);
    const all = await client.post('/jobs/sync-rosters').send(body).expect(201);
    expect(all.body).toEqual({ queued: 1, recentlySynced: 0, alreadyWaiting: 0 });
    await eventually(async () => {
      const session = await newestSyncSession(app.ctx.sql, 'roster', guild.id);
      expect(session).toMatchObject({ trigger: 'admin', status: 'completed' });
    });
    await untilNoJobs(app, 'roster-sync-scheduled');
  }
  await longAgo();
  await app.ctx.sql('update roster_entry set profile_fetched_at = null');
  expect((await client.post('/jobs/sync-rosters').expect(201)).body).toMatchObject({ queued: 1 });
  await eventually(async () => {
    const session = await newestSyncSession(app.ctx.sql, 'roster', guild.id);
    expect(session).toMatchObject({ trigger: 'admin', status: 'completed', progress: { total: 20, done: 20 } });
  });
  expect(await newestSyncSession(app.ctx.sql, 'roster', other.id)).not.toMatchObject({ trigger: 'admin' });
});

test('a job does nothing if its guild was archived or synced by a person while it waited', async () => {
  await using app = await testApp({ roles: ['web'] });
  await createGuilds(app, 2);
  await sweepRosters(app.ctx);
  await app.ctx.sql(`update organization set archived_at = now() where name = 'Guild 1'`);
  await app.ctx.sql(`update organization set roster_synced_at = now() where name = 'Guild 2'`);
  await using _worker = await startWorkerOf(app);
  await eventually(async () => {
    const done = `select from pgboss.job where name = 'roster-sync-scheduled' and state = 'completed'`;
    expect(await app.ctx.sql(done)).toHaveLength(2);
  });
  expect(await app.ctx.sql('select from sync_session')).toEqual([]);
  expect(app.simulator.requests.count({ path: '/data/wow/guild/*/roster' })).toBe(0);
});

test('an administrator syncs all guilds, those too whose sync waits and that were synced meanwhile', async () => {
  await using app = await testApp({ roles: ['web'] });
  await createGuilds(app, 2);
  await sweepRosters(app.ctx);
  await app.ctx.sql('update organization set roster_synced_at = now()');
  const { token } = await createPerson(app, { isAdmin: true });
  const press = (body: { force?: boolean }) => done(callerOf(app, token)('POST', '/jobs/sync-rosters', body));
  expect(await press({ force: false })).toEqual({ queued: 0, recentlySynced: 2, alreadyWaiting: 0 });
  expect(await press({})).toEqual({ queued: 0, recentlySynced: 0, alreadyWaiting: 2 });
  await using _worker = await startWorkerOf(app);
  await untilNoJobs(app, 'roster-sync-scheduled');
  expect(await app.ctx.sql('select trigger, count(*)::int from sync_session group by 1')).toEqual([
    { trigger: 'admin', count: 2 },
  ]);
});

test('the schedule requests active members daily and others rarely, at least every two weeks', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }), roles: ['web', 'worker'] });
  const { guild } = await bringIn(app);
  await untilNoJobs(app, 'roster-sync');
  const members = await app.ctx.sql<{ id: string; name: string }>(
    'select id, name from roster_entry where organization_id = $1 order by name',
    [guild.id],
  );
  /** Days since the last login, hours since the profile was requested, and whether it is due again. */
  const cases: [days: number | null, askedHours: number | null, due: boolean][] = [
    [0, 16, false],
    [6, 18, true],
    [8, 18, false],
    [8, 73, true],
    [40, 73, false],
    [40, 169, true],
    [400, 169, false],
    [400, 313, true],
    [null, 169, false],
    [null, 313, true],
    [null, null, true],
  ];
  for (const [index, { id }] of members.entries()) {
    const [days, asked] = cases[index] ?? [0, 0, false];
    await app.ctx.sql(
      `update roster_entry set last_login_at = now() - $2::int * interval '1 day' - interval '1 minute',
         profile_fetched_at = now() - $3::int * interval '1 hour' where id = $1`,
      [id, days, asked],
    );
  }
  await app.ctx.sql(`update organization set roster_synced_at = now() - interval '7 hours'`);
  await app.ctx.sql(`update sync_session set created_at = created_at - interval '7 hours'`);
  app.simulator.requests.clear();
  await sweepRosters(app.ctx);
  await untilNoJobs(app, 'roster-sync-scheduled');

  const asked = app.simulator.requests.entries({ path: PROFILES }).map(({ path }) => path.split('/').at(-1) ?? '');
  const expected = cases.flatMap(([, , due], index) => (due ? [members[index]?.name.toLowerCase()] : []));
  expect(asked.map(decodeURIComponent).sort()).toEqual(expected.sort());
  const session = await newestSyncSession(app.ctx.sql, 'roster', guild.id);
  expect(session?.progress).toMatchObject({ total: expected.length, done: expected.length });
  expect(
    await app.ctx.sql('select name from roster_entry where organization_id = $1 and profile_fetched_at < $2', [
      guild.id,
      session?.startedAt,
    ]),
  ).toHaveLength(members.length - expected.length);
});
