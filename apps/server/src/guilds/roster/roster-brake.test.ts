import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, eventually, rosterOf, syncRoster, untilEnded, untilNoJobs } from '../../../test/guild.ts';
import { asked } from '../../../test/own-characters.ts';
import { watchStatements } from '../../../test/watch-statements.ts';
import { newestSyncSession } from '../../core/syncs/sync-session.ts';
import { guildSyncJob } from '../guild-sync/guilds.jobs.ts';
import { isSuspicious } from './roster-brake.ts';

const ROSTER = '/data/wow/guild/*/roster';
/** The guild itself, not its roster. */
const GUILD = /^\/data\/wow\/guild\/[^/]+\/[^/]+$/;
const withMembers = (members: number) => testApp({ world: createWorld({ guildSizes: [members] }) });
const truncate = (app: TestApp, members: number) =>
  app.simulator.faults.add({ match: ROSTER, fault: { kind: 'partial-roster', members } });
const nameCount = (app: TestApp, members: number) =>
  app.simulator.faults.add({ match: GUILD, fault: { kind: 'member-count', members } });
const laterBy = (app: TestApp, time: string) =>
  app.ctx.sql(`update roster_hold set held_at = held_at - '${time}'::interval`);
const rechecks = (app: TestApp) =>
  app.ctx.sql<{ minutes: number }>(
    `select round(extract(epoch from start_after - created_on) / 60)::int as minutes from pgboss.job
     where name = 'roster-sync' and state = 'created'`,
  );

test.each([
  ['losing 10 of 33 members is suspicious', 33, 23, true],
  ['losing 30 percent of 40 members is plausible', 40, 28, false],
  ['losing one more than 30 percent of 40 members is suspicious', 40, 27, true],
  ['losing 9 of 10 members is suspicious', 10, 1, true],
  ['losing 3 of 9 members is suspicious', 9, 6, true],
  ['losing 2 of 3 members is plausible', 3, 1, false],
  ['an empty answer is always suspicious', 1, 0, true],
  ['an empty guild cannot lose members', 0, 0, false],
])('%s', (_, live, received, suspicious) => {
  const removedIds = Array.from({ length: live - received }, (_, index) => String(index));
  expect(isSuspicious({ live, received, removedIds })).toBe(suspicious);
});

test.concurrent('an answer that removes no member is compared with the roster once', async () => {
  await using app = await withMembers(20);
  const { client, guild } = await bringIn(app);
  const { world } = app.simulator;
  world.join(world.guild('lantern'), { name: 'Recruit', level: 12 }, 9);
  using statements = await watchStatements(app);
  await syncRoster(app, client, guild);
  expect(statements.sent().filter((text) => text.includes('removedIds'))).toHaveLength(1);
});

test.concurrent('an empty answer is held with a reason, removes no member, and people can still sync', async () => {
  await using app = await withMembers(20);
  const { client, guild } = await bringIn(app);
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  const held = await syncRoster(app, client, guild);
  expect(held).toMatchObject({ status: 'held', error: { reason: 'roster_shrank' }, finishedAt: expect.any(String) });
  const told = app.logged.map((line) => JSON.parse(line)).filter(({ sessionId, level }) => sessionId && level >= 40);
  expect(told).toEqual([
    expect.objectContaining({
      msg: 'roster sync held',
      reason: 'roster_shrank',
      guild: expect.stringContaining('lantern'),
    }),
  ]);
  expect(held.error?.message).toBe(
    "The platform's answer would remove 20 members at once, so it was not applied. It is checked again in 10 minutes.",
  );
  expect(await rosterOf(client, guild)).toHaveLength(20);
  expect(await rechecks(app)).toEqual([{ minutes: 10 }]);

  // The scheduled check has no session, so until then a sync is refused neither with 409 nor with 429, and queues no
  // second check.
  await laterBy(app, '5 minutes');
  const { body } = await client.post(`/organizations/${guild.id}/roster/sync`).expect(201);
  const again = await untilEnded(app, body.sessionId);
  expect(again).toMatchObject({ status: 'held' });
  expect(again.error?.message).toContain('in 5 minutes');
  expect(await rechecks(app)).toHaveLength(1);

  clear();
  expect(await syncRoster(app, client, guild)).toMatchObject({ status: 'completed', progress: { removed: 0 } });
  expect(await rosterOf(client, guild)).toHaveLength(20);
});

test.concurrent('a second answer that agrees ten minutes later is applied when the guild names as many members', async () => {
  await using app = await withMembers(20);
  const { client, guild } = await bringIn(app);
  truncate(app, 8);
  nameCount(app, 8);
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  await laterBy(app, '10 minutes');
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'completed', progress: { removed: 12 } });
  expect(await app.ctx.sql('select from roster_hold')).toEqual([]);
});

test.concurrent('a second answer that disagrees is held anew', async () => {
  await using app = await withMembers(20);
  const { client, guild } = await bringIn(app);
  const clear = truncate(app, 8);
  await syncRoster(app, client, guild);
  await laterBy(app, '10 minutes');
  clear();
  truncate(app, 3);
  nameCount(app, 3);
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  expect(await rosterOf(client, guild)).toHaveLength(20);
  await laterBy(app, '10 minutes');
  expect(await syncRoster(app, client, guild)).toMatchObject({ status: 'completed', progress: { removed: 17 } });
});

test.concurrent('a plausible answer in between ends a hold, even if it is unchanged', async () => {
  await using app = await withMembers(20);
  const { client, guild } = await bringIn(app);
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  await syncRoster(app, client, guild);
  clear();
  app.simulator.requests.clear();
  await syncRoster(app, client, guild);
  expect(app.simulator.requests.count({ path: ROSTER, status: 304 })).toBe(1);
  app.simulator.faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  await laterBy(app, '30 days');
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  expect(await rosterOf(client, guild)).toHaveLength(20);
});

test.concurrent('the queued check opens its own session when it is due', async () => {
  await using app = await withMembers(20);
  const { client, guild } = await bringIn(app);
  truncate(app, 5);
  nameCount(app, 5);
  await syncRoster(app, client, guild);
  await laterBy(app, '10 minutes');
  await app.ctx.sql(`update pgboss.job set start_after = now() where name = 'roster-sync' and state = 'created'`);
  const session = await eventually(async () => {
    const newest = await newestSyncSession(app.ctx.sql, 'roster', guild.id);
    expect(newest).toMatchObject({ trigger: 'schedule', status: 'completed', progress: { removed: 15 } });
    return newest;
  });
  expect(session?.progress).toMatchObject({ total: 5, done: 5 });
  // The guild master was among those removed, and lost the right to look with the membership.
  await client.get(`/organizations/${guild.id}/roster`).expect(403);
});

test.concurrent('a guild archived in the meantime stays unchanged', async () => {
  await using app = await withMembers(20);
  const { client, guild } = await bringIn(app);
  truncate(app, 5);
  await syncRoster(app, client, guild);
  await laterBy(app, '10 minutes');
  await asked(app, client, 'delete', `/organizations/${guild.id}`).expect(200);
  app.simulator.requests.clear();
  await app.ctx.sql(`update pgboss.job set start_after = now() where name = 'roster-sync' and state = 'created'`);
  await eventually(async () =>
    expect(await newestSyncSession(app.ctx.sql, 'roster', guild.id)).toMatchObject({
      trigger: 'schedule',
      status: 'failed',
      error: { reason: 'organization_archived' },
    }),
  );
  expect(app.simulator.requests.count({ path: ROSTER })).toBe(0);
  const left = await app.ctx.sql('select from roster_entry where left_at is not null');
  expect(left).toEqual([]);
  // No other data of the guild is requested either.
  await untilNoJobs(app, guildSyncJob.name);
  await app.ctx.sql('delete from guild_sync');
  const types = ['details', 'crest', 'achievements'] as const;
  const jobId = await app.ctx.transact((tx) =>
    tx.enqueue(guildSyncJob, { organizationId: guild.id, types: [...types] }),
  );
  await eventually(async () => {
    const ended = await app.ctx.sql(`select from pgboss.job where id = $1 and state = 'completed'`, [jobId]);
    expect(ended).toHaveLength(1);
  });
  expect(await app.ctx.sql('select from guild_sync')).toEqual([]);
});
