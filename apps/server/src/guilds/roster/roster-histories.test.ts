/** Answers that the platform later takes back: no member may lose a right, a role or a date by them. */
import { createWorld } from '@guildhall/simulator/world.ts';
import { chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { addToDiscord, freshBot, LANTERN, linkDiscord } from '../../../test/chat.ts';
import { aDayLater, syncRoles } from '../../../test/discord-roles.ts';
import {
  bringIn,
  historyOf,
  PROFILES,
  patiently,
  rosterOf,
  syncRoster,
  type TestGuild,
  untilNoJobs,
} from '../../../test/guild.ts';
import { newestSyncSession } from '../../core/syncs/sync-session.ts';
import { sweepRosters } from './queue-due-rosters.ts';

const ROSTER = '/data/wow/guild/*/roster';
/** The guild itself, not its roster. */
const GUILD = /^\/data\/wow\/guild\/[^/]+\/[^/]+$/;
const MEMBERS = 24;

const start = () => testApp({ world: createWorld({ guildSizes: [MEMBERS] }) });
const half = (app: TestApp, members = MEMBERS / 2) =>
  app.simulator.faults.add({ match: ROSTER, fault: { kind: 'partial-roster', members } });
const count = (app: TestApp, members: number) =>
  app.simulator.faults.add({ match: GUILD, fault: { kind: 'member-count', members } });
const fail = (app: TestApp, match: RegExp) =>
  app.simulator.faults.add({ match, fault: { kind: 'status', status: 404 } });
const tenMinutesLater = (app: TestApp) =>
  app.ctx.sql(
    `update roster_hold set held_at = held_at - interval '10 minutes', since = since - interval '10 minutes',
       check_at = now()`,
  );

async function sevenHoursLater(app: TestApp): Promise<void> {
  await app.ctx.sql(`update organization set roster_synced_at = roster_synced_at - interval '7 hours'`);
  await app.ctx.sql(`update sync_session set created_at = created_at - interval '7 hours'`);
  await sweepRosters(app.ctx);
}

/** Everything that a false answer could cost. */
async function stateOf(client: SignedInClient, guild: TestGuild) {
  const detail = (await client.get(`/organizations/${guild.id}`).expect(200)).body;
  const members = (await client.get(`/guilds/${guild.id}/members`).expect(200)).body;
  const roster = await rosterOf(client, guild);
  return {
    rights: detail.abilityRules,
    mine: (await client.get('/organizations/mine').expect(200)).body.map(({ id }: { id: string }) => id),
    members: members.members,
    roster: roster.map(({ id, rank, joinedAt, leftAt, claimedByCharacter }) => {
      return { id, rank, joinedAt, leftAt, claim: claimedByCharacter?.id };
    }),
    history: (await historyOf(client, guild)).length,
  };
}

test.concurrent('an empty answer is never applied, however often and long the platform gives it', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const before = await stateOf(client, guild);
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  count(app, 0);
  for (const _ of [1, 2, 3]) {
    expect(await syncRoster(app, client, guild)).toMatchObject({ status: 'held', error: { reason: 'roster_shrank' } });
    await tenMinutesLater(app);
  }
  await app.ctx.sql(
    `update roster_hold set held_at = held_at - interval '40 days', since = since - interval '40 days'`,
  );
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  expect(await stateOf(client, guild)).toEqual(before);
  clear();
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'completed',
    progress: { added: 0, removed: 0 },
  });
  expect(await stateOf(client, guild)).toEqual(before);
});

test.concurrent('a guild whose first roster is empty has none, and is asked again', async () => {
  await using app = await start();
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  const client = await app.signIn('ysolde');
  await client.post('/characters/sync').expect(201);
  const held = await patiently(async () => {
    const [session] = await app.ctx.sql<{ status: string; subjectId: string }>(
      `select status, subject_id as "subjectId" from sync_session where kind = 'roster'`,
    );
    expect(session).toMatchObject({ status: 'held' });
    return session;
  });
  clear();
  await app.ctx.sql(`update pgboss.job set start_after = now() where name = 'roster-sync' and state = 'created'`);
  await patiently(async () =>
    expect(await newestSyncSession(app.ctx.sql, 'roster', held?.subjectId ?? '')).toMatchObject({
      status: 'completed',
      progress: { added: MEMBERS },
    }),
  );
});

test.concurrent('half a roster is not applied while the guild names all of its members', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const before = await stateOf(client, guild);
  const clear = half(app);
  for (const _ of [1, 2, 3]) {
    expect((await syncRoster(app, client, guild)).status).toBe('held');
    await tenMinutesLater(app);
  }
  clear();
  await syncRoster(app, client, guild);
  expect(await stateOf(client, guild)).toEqual(before);
});

test.concurrent('half a roster is not applied while neither guild nor profiles can be asked', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const before = await stateOf(client, guild);
  const clear = half(app);
  fail(app, GUILD);
  fail(app, PROFILES);
  await syncRoster(app, client, guild);
  await tenMinutesLater(app);
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  clear();
  expect((await syncRoster(app, client, guild)).status).toBe('completed');
  expect(await stateOf(client, guild)).toEqual(before);
});

test.concurrent('in a small guild a truncated roster is held, and an honest one is applied at once', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [10] }) });
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const before = await stateOf(client, guild);
  const clear = half(app, 4);
  // One member is listed nowhere, so the guild's number is of no use.
  count(app, 11);
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  expect(await stateOf(client, guild)).toEqual(before);
  clear();
  const gone = world
    .members(world.guild('lantern'))
    .filter(({ name }) => !['Ysolde', 'Ysolwen', 'Brackenna'].includes(name))
    .slice(0, 6);
  for (const member of gone) world.leave(member);
  expect(await syncRoster(app, client, guild)).toMatchObject({ status: 'completed', progress: { removed: 6 } });
});

test.concurrent('an exodus is applied once profiles of three who left name no guild, if the guild cannot be asked', async () => {
  await using app = await start();
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const gone = world
    .members(world.guild('lantern'))
    .filter(({ name }) => !['Ysolde', 'Ysolwen', 'Brackenna'].includes(name))
    .slice(0, MEMBERS / 2);
  for (const member of gone) world.leave(member);
  fail(app, GUILD);
  expect((await syncRoster(app, client, guild)).status).toBe('held');
  await tenMinutesLater(app);
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'completed',
    progress: { removed: MEMBERS / 2 },
  });
});

test.concurrent('a removal that two sources confirm and the platform takes back costs no date of joining', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  const before = await stateOf(client, guild);
  half(app, 3);
  count(app, 3);
  await syncRoster(app, client, guild);
  await tenMinutesLater(app);
  expect(await syncRoster(app, client, guild)).toMatchObject({
    status: 'completed',
    progress: { removed: MEMBERS - 3 },
  });
  app.simulator.faults.clear();
  await sevenHoursLater(app);
  await patiently(async () => expect(await rosterOf(client, guild)).toHaveLength(MEMBERS));
  await untilNoJobs(app, 'roster-sync-scheduled');
  const { history, ...after } = await stateOf(client, guild);
  expect({ ...after, history: before.history }).toEqual(before);
  expect(history).toBe(before.history + 2 * (MEMBERS - 3));
  expect(await historyOf(client, guild, '&kind=returned')).toHaveLength(MEMBERS - 3);
});

test.concurrent('a removal that two sources confirm and the platform takes back costs no role, consent or calendar', async () => {
  await using app = await start();
  const { client: master, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const { id: userId } = (await kessa.get('/auth/me').expect(200)).body;
  const at = `/organizations/${guild.id}`;
  const scribe = (await master.post(`${at}/roles`).send({ name: 'Scribe', permissions: ['canManageEvents'] })).body;
  await master.put(`${at}/members/${userId}/roles/${scribe.id}`).expect(200);
  const service = (
    await master
      .post(`${at}/services`)
      .send({ name: 'Bot', actScopes: ['signUp'] })
      .expect(201)
  ).body;
  const agreed = { scopes: ['signUp'] };
  await kessa.put(`/auth/me/consents/${service.id}`).send(agreed).expect(200);
  const calendar = (await kessa.post(`${at}/events-feed`).expect(201)).body;
  const held = async () => ({
    roles: (await kessa.get(`${at}/permissions`).expect(200)).body,
    consents: (await kessa.get('/auth/me/consents').expect(200)).body,
    calendar: (await fetch(calendar.url)).status,
  });
  const before = await held();
  half(app, 3);
  count(app, 3);
  await syncRoster(app, master, guild);
  await tenMinutesLater(app);
  expect((await syncRoster(app, master, guild)).status).toBe('completed');
  await kessa.get(`${at}/permissions`).expect(403);
  expect((await fetch(calendar.url)).status).toBe(404);
  app.simulator.faults.clear();
  await sevenHoursLater(app);
  await patiently(async () => expect(await held()).toEqual(before));
  const { entries } = (await master.get(`${at}/audit-log?pageSize=100`).expect(200)).body;
  expect(
    entries.filter(({ details }: { details: object }) => 'because' in details && details.because === 'returned'),
  ).toMatchObject([{ action: 'role_granted', person: { id: userId }, details: { name: 'Scribe' } }]);
});

test.concurrent('half a roster takes no role on Discord, and one that was taken back gives it again', async () => {
  await using app = await start();
  freshBot(app);
  const { chat } = app.simulator.world;
  const { client: master, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  await linkDiscord(app, master, 'ysolde');
  await linkDiscord(app, kessa, 'kessa');
  chat.join('lantern', 'kessa');
  await addToDiscord(app, master.token, guild.id, { account: 'ysolde', server: LANTERN });
  const rules = `/organizations/${guild.id}/discord/roles/rules`;
  const { member: discordRoleId } = chatRoleIds(LANTERN);
  const { body: rule } = await master
    .post(rules)
    .send({ source: { kind: 'members' }, discordRoleId })
    .expect(201);
  const { digest } = (await master.get(`${rules}/${rule.id}/preview`).expect(200)).body;
  await master.post(`${rules}/${rule.id}/enable`).send({ digest }).expect(200);
  const hasRole = async () => {
    await aDayLater({ app });
    await syncRoles({ app });
    return chat.rolesOf('lantern', 'kessa').includes(discordRoleId);
  };
  expect(await hasRole()).toBe(true);

  // The second source disagrees.
  half(app, 3);
  expect((await syncRoster(app, master, guild)).status).toBe('held');
  expect(await hasRole()).toBe(true);
  await tenMinutesLater(app);
  expect((await syncRoster(app, master, guild)).status).toBe('held');
  expect(await hasRole()).toBe(true);

  // It agrees, and both take back what they said.
  count(app, 3);
  await tenMinutesLater(app);
  expect((await syncRoster(app, master, guild)).status).toBe('completed');
  expect(await hasRole()).toBe(false);
  app.simulator.faults.clear();
  await sevenHoursLater(app);
  await patiently(async () => expect(await rosterOf(master, guild)).toHaveLength(MEMBERS));
  expect(await hasRole()).toBe(true);
});

test.concurrent('a member who returns at a lower rank, or after a month, holds no role of before', async () => {
  await using app = await start();
  const { world } = app.simulator;
  const { client: master, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const { id: userId } = (await kessa.get('/auth/me').expect(200)).body;
  const at = `/organizations/${guild.id}`;
  const { id: roleId } = (await master.post(`${at}/roles`).send({ name: 'Scribe' })).body;
  const holders = () => app.ctx.sql('select user_id as "userId" from role_holder where role_id = $1', [roleId]);
  const [officer, alt] = ['Kessaly', 'Kestrimo'].map((name) => world.character('highmere', name));
  if (!officer || !alt) throw new Error('The world has no such characters');
  world.leave(alt);
  for (const [rank, later, kept] of [
    [2, '0 days', []],
    [1, '31 days', []],
    [1, '29 days', [{ userId }]],
  ] as const) {
    world.setRank(officer, 1);
    await syncRoster(app, master, guild);
    await master.put(`${at}/members/${userId}/roles/${roleId}`).expect(200);
    world.leave(officer);
    await syncRoster(app, master, guild);
    expect(await holders()).toEqual([]);
    await app.ctx.sql(`update membership set left_at = left_at - $1::interval where left_at is not null`, [later]);
    world.join(world.guild('lantern'), officer, rank);
    await syncRoster(app, master, guild);
    expect(await holders()).toEqual(kept);
  }
});

test.concurrent('the schedule asks again for a guild whose roster is held, though its turn has passed', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  await untilNoJobs(app, 'roster-sync');
  const clear = app.simulator.faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  await sevenHoursLater(app);
  await untilNoJobs(app, 'roster-sync-scheduled');
  const held = await newestSyncSession(app.ctx.sql, 'roster', guild.id);
  expect(held).toMatchObject({ trigger: 'schedule', status: 'held' });

  // The check that the hold queued is lost, and the guild has had its turn of these six hours.
  await app.ctx.sql(`delete from pgboss.job where name = 'roster-sync' and state = 'created'`);
  await sweepRosters(app.ctx);
  await untilNoJobs(app, 'roster-sync-scheduled');
  expect((await newestSyncSession(app.ctx.sql, 'roster', guild.id))?.id).toBe(held?.id);
  clear();
  await app.ctx.sql(`update sync_session set created_at = created_at - interval '61 minutes' where id = $1`, [
    held?.id,
  ]);
  await sweepRosters(app.ctx);
  await untilNoJobs(app, 'roster-sync-scheduled');
  expect(await newestSyncSession(app.ctx.sql, 'roster', guild.id)).toMatchObject({ status: 'completed' });
  expect(await rosterOf(client, guild)).toHaveLength(MEMBERS);
});

test.concurrent('every check that holds queues the next one, and officers and administrators are told once', async () => {
  await using app = await start();
  const { client, guild } = await bringIn(app);
  app.simulator.faults.add({ match: ROSTER, fault: { kind: 'empty-roster' } });
  await syncRoster(app, client, guild);
  for (const _ of [1, 2]) {
    await tenMinutesLater(app);
    await app.ctx.sql(`update pgboss.job set start_after = now() where name = 'roster-sync' and state = 'created'`);
    await patiently(async () => {
      const rows = await app.ctx.sql(
        `select from pgboss.job where name = 'roster-sync' and state = 'created' and start_after > now()`,
      );
      expect(rows).toHaveLength(1);
    });
  }
  const { body } = await client.get('/auth/me/notifications').expect(200);
  const told = body.notifications.filter(({ kind }: { kind: string }) => kind === 'roster_held');
  expect(told).toMatchObject([{ organization: { id: guild.id } }]);

  await app.ctx.sql(`update app_user set is_admin = true where display_name = 'Ysolde'`);
  await app.ctx.sql(
    `insert into sync_session (kind, subject_id, trigger, status, job_id)
     select 'roster', uuidv7(), 'schedule', 'completed', uuidv7() from generate_series(1, 30)`,
  );
  const { rosters } = (await client.get('/admin/sync-status').expect(200)).body;
  const held = rosters.filter(({ status }: { status: string }) => status === 'held');
  expect(held).toMatchObject([{ subjectId: guild.id, subjectName: guild.name }]);
});
