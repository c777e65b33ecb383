import { createWorld } from '@guildhall/simulator/world.ts';
import { chatPermission, chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { freshBot, LANTERN } from '../../../test/chat.ts';
import { aDayLater, memberOfRank, type RoleGuild, roleGuild, setRank, syncRoles } from '../../../test/discord-roles.ts';
import { hold, seedRole } from '../../../test/members.ts';
import { createPerson } from '../../../test/people.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { syncDiscordRoles } from './sync-discord-roles.ts';

const ids = chatRoleIds(LANTERN);
const OFFICERS = `${LANTERN.slice(0, -3)}901`;

let app: TestApp;
let guild: RoleGuild;
let owner: Call;
beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [12] }) });
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  freshBot(app);
  await app.ctx.sql('delete from rate_limit');
  guild = await roleGuild(app);
  owner = guild.owner;
});
afterEach(async () => {
  app.simulator.faults.clear();
  await app.ctx.sql('delete from discord_role_rule');
  await app.ctx.sql('delete from discord_role_grant');
  await app.ctx.sql('delete from discord_role_sync');
  await app.ctx.sql('delete from organization');
  const { chat } = app.simulator.world;
  chat.changeRole('lantern', ids.raider, { permissions: 0n, position: 2 });
  chat.server('lantern').roleChanges = [];
  for (const member of chat.server('lantern').members.values()) member.roles = [];
});

const place = () => `/organizations/${guild.place.id}/discord/roles`;
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.reason];
const chat = () => app.simulator.world.chat;
const hasRole = (account: string, role = ids.raider) => chat().rolesOf('lantern', account).includes(role);
const changes = () => chat().server('lantern').roleChanges;
const membersAsked = () => app.simulator.requests.count({ path: /\/guilds\/\d+\/members\/3\d+$/ });

type Body = Record<string, never>;
const make = (source: unknown, discordRoleId = ids.raider, call = owner) =>
  call('POST', `${place()}/rules`, { source, discordRoleId });

async function enable(ruleId: string) {
  const { body } = await owner('GET', `${place()}/rules/${ruleId}/preview`);
  return owner('POST', `${place()}/rules/${ruleId}/enable`, { digest: body.digest });
}

async function ruleFor(source: unknown, discordRoleId = ids.raider): Promise<string> {
  const { status, body } = await make(source, discordRoleId);
  expect(status).toBe(201);
  const id = String(body.id);
  expect((await enable(id)).status).toBe(200);
  await syncRoles(guild);
  return id;
}

const overview = async () => (await owner('GET', place())).body as Body & { rules: Body[]; held: Body | null };
const audited = async () =>
  (
    await app.ctx.sql<{ action: string; details: object }>(
      `select action, details from audit_entry where organization_id = $1 and action like 'discord%' order by id`,
      [guild.place.id],
    )
  ).map(({ action, details }) => [action, details]);

test('G-01: only people who manage both the guild’s roles and the Discord server can create rules', async () => {
  const source = { kind: 'rank', upTo: 3 };
  const member = await memberOfRank(guild, 5);
  const call = callerOf(app, member.token);
  expect((await make(source, ids.raider, call)).status).toBe(403);
  await hold(app, guild.place, await seedRole(app, guild.place, ['canManageRoles']), member);
  expect(refusal(await make(source, ids.raider, call))).toEqual([403, 'not_chat_server_manager']);
  chat().setManager('lantern', member.account, true);
  expect((await make(source, ids.raider, call)).status).toBe(201);
  expect(refusal(await make(source))).toEqual([409, 'discord_role_rule_exists']);
});

test('G-01: an unknown rule and a hidden guild are 404 without asking the platform', async () => {
  const member = await memberOfRank(guild, 5);
  await hold(app, guild.place, await seedRole(app, guild.place, ['canManageRoles']), member);
  const rule = (await make({ kind: 'members' })).body.id;
  await app.ctx.sql(`update chat_server_proof set checked_at = now() - interval '2 days'`);
  const enabling = (call: Call, ruleId: unknown) =>
    call('POST', `${place()}/rules/${ruleId}/enable`, { digest: '9b1f0c2b8d4e6f3e7c419a52' });
  app.simulator.requests.clear();
  expect(refusal(await enabling(callerOf(app, member.token), '0199d3a0-0000-7000-8000-000000000001'))).toEqual([
    404,
    'discord_role_rule_not_found',
  ]);
  const stranger = callerOf(app, (await createPerson(app)).token);
  expect(refusal(await enabling(stranger, rule))).toEqual([403, 'not_a_member']);
  await app.ctx.sql(`update organization set settings = settings || '{"visibility": "members"}'`);
  expect(refusal(await enabling(stranger, rule))).toEqual([404, 'organization_not_found']);
  expect(refusal(await make({ kind: 'members' }, ids.member, stranger))).toEqual([404, 'organization_not_found']);
  expect(app.simulator.requests.count({ path: /discord/ })).toBe(0);
});

test('reading the rules of a guild during its deletion is 404', async () => {
  const deletion = new pg.Client({ connectionString: app.config.databaseUrl });
  await deletion.connect();
  try {
    await deletion.query('begin');
    await deletion.query('lock table discord_role_sync in access exclusive mode');
    const answer = owner('GET', place());
    await untilWaiting(app);
    await deletion.query('delete from organization where id = $1', [guild.place.id]);
    await deletion.query('commit');
    expect(refusal(await answer)).toEqual([404, 'organization_not_found']);
  } finally {
    await deletion.end();
  }
});

test('G-02: refuses a dangerous role and a role that the bot cannot give', async () => {
  const source = { kind: 'members' };
  chat().changeRole('lantern', ids.raider, { permissions: chatPermission.kick });
  for (const role of [ids.raider, OFFICERS, ids.bot, LANTERN, '999999999999999999'])
    expect(refusal(await make(source, role))).toEqual([409, 'discord_role_refused']);
  chat().changeRole('lantern', ids.raider, { permissions: 0n, position: 7 });
  expect(refusal(await make(source))).toEqual([409, 'discord_role_refused']);
  const { body } = await owner('GET', `${place()}/choices`);
  expect(body.roles).toEqual([
    expect.objectContaining({ name: 'Officers', problem: 'dangerous' }),
    expect.objectContaining({ name: 'Raider', problem: 'above_bot' }),
    expect.objectContaining({ name: 'Guildhall', problem: 'managed' }),
    expect.objectContaining({ name: 'Member', problem: null }),
  ]);
});

test('enabling a rule requires a current preview, and gives the role only to the people in it', async () => {
  const raider = await memberOfRank(guild, 2);
  await memberOfRank(guild, 6);
  const stranger = await createPerson(app);
  const { body } = await make({ kind: 'rank', upTo: 3 });
  await syncRoles(guild);
  expect(changes()).toEqual([]);
  const preview = `${place()}/rules/${body.id}/preview`;
  const seen = (await owner('GET', preview)).body;
  expect(seen).toMatchObject({ losses: [], keeps: 0, notLinked: 0 });
  expect((seen.gains as unknown as { id: string }[]).map(({ id }) => id).sort()).toEqual(
    [guild.ownerId, raider.userId].sort(),
  );
  expect((await callerOf(app, stranger.token)('GET', preview)).status).toBe(403);

  await memberOfRank(guild, 3);
  const late = await owner('POST', `${place()}/rules/${body.id}/enable`, { digest: seen.digest });
  expect(refusal(late)).toEqual([409, 'discord_role_preview_changed']);
  expect((await enable(String(body.id))).status).toBe(200);
  await syncRoles(guild);
  expect(changes()).toHaveLength(3);
  expect(changes()[0]).toMatchObject({ change: 'given', reason: expect.stringContaining('Guildhall') });
  expect((await overview()).rules).toMatchObject([{ enabled: true, given: 3, had: 0, absent: 0, problem: null }]);
  expect(await audited()).toMatchObject([
    ['discord_role_rule_created', {}],
    ['discord_role_rule_enabled', { count: 3 }],
    ['discord_roles_synced', { given: 3, taken: 0 }],
  ]);
});

test('a rule for exactly one rank leaves out the ranks above it, and stands beside one for them too', async () => {
  const [above, exact, below] = [
    await memberOfRank(guild, 2),
    await memberOfRank(guild, 3),
    await memberOfRank(guild, 4),
  ];
  await ruleFor({ kind: 'rank', upTo: 3, only: true });
  const holders = () => [above, exact, below].map(({ account }) => hasRole(account));
  expect(holders()).toEqual([false, true, false]);
  await setRank(guild, above, 3);
  await setRank(guild, exact, 2);
  await syncRoles(guild);
  expect(holders()).toEqual([true, false, false]);
  expect(refusal(await make({ kind: 'rank', upTo: 3, only: true }))).toEqual([409, 'discord_role_rule_exists']);
  expect((await make({ kind: 'rank', upTo: 3 })).status).toBe(201);
  expect((await overview()).rules.map(({ source }) => source)).toMatchObject([
    { upTo: 3, only: false },
    { upTo: 3, only: true },
  ]);
});

test('roles follow ranks, and a sync without changes asks about no member', async () => {
  const [first, second] = [await memberOfRank(guild, 2), await memberOfRank(guild, 6)];
  await ruleFor({ kind: 'rank', upTo: 3 });
  expect([hasRole(first.account), hasRole(second.account)]).toEqual([true, false]);
  await setRank(guild, first, 6);
  await setRank(guild, second, 3);
  await syncRoles(guild);
  expect([hasRole(first.account), hasRole(second.account)]).toEqual([false, true]);
  await setRank(guild, second, null);
  await syncRoles(guild);
  expect(hasRole(second.account)).toBe(false);
  app.simulator.requests.clear();
  await syncRoles(guild);
  expect(membersAsked()).toBe(0);
});

test('rules can follow guild roles and membership too, and any matching rule is enough', async () => {
  const member = await memberOfRank(guild, 8);
  const roleId = await seedRole(app, guild.place, [], member);
  await ruleFor({ kind: 'role', roleId });
  await ruleFor({ kind: 'rank', upTo: 8 });
  await ruleFor({ kind: 'members' }, ids.member);
  expect(hasRole(member.account, ids.member)).toBe(true);
  await setRank(guild, member, 9);
  await syncRoles(guild);
  expect(hasRole(member.account)).toBe(true);
  await app.ctx.sql('delete from role_holder where role_id = $1', [roleId]);
  await syncRoles(guild);
  expect([hasRole(member.account), hasRole(member.account, ids.member)]).toEqual([false, true]);
});

test('G-03: never takes a role that a member had before', async () => {
  const member = await memberOfRank(guild, 2);
  chat().giveRole('lantern', member.account, ids.raider);
  await ruleFor({ kind: 'rank', upTo: 3 });
  expect((await overview()).rules).toMatchObject([{ given: 1, had: 1 }]);
  await setRank(guild, member, 9);
  await syncRoles(guild);
  expect(hasRole(member.account)).toBe(true);
});

test('G-03: a role removed by hand is not given again until the rule is enabled again', async () => {
  const member = await memberOfRank(guild, 2);
  const rule = await ruleFor({ kind: 'rank', upTo: 3 });
  chat().takeRole('lantern', member.account, ids.raider);
  for (let day = 0; day < 2; day += 1) {
    await aDayLater(guild);
    await syncRoles(guild);
    expect(hasRole(member.account)).toBe(false);
  }
  expect((await overview()).rules).toMatchObject([{ given: 1, taken: 1 }]);
  expect((await enable(rule)).status).toBe(200);
  await syncRoles(guild);
  expect(hasRole(member.account)).toBe(true);
});

test('gives roles to people who join the server later', async () => {
  const member = await memberOfRank(guild, 2, { onServer: false });
  await ruleFor({ kind: 'rank', upTo: 3 });
  expect((await overview()).rules).toMatchObject([{ given: 1, absent: 1 }]);
  chat().join('lantern', member.account);
  await aDayLater(guild);
  await syncRoles(guild);
  expect(hasRole(member.account)).toBe(true);
});

test('G-02: a role that becomes dangerous or rises above the bot stops only its own rule', async () => {
  const member = await memberOfRank(guild, 2);
  const rule = await ruleFor({ kind: 'rank', upTo: 3 });
  await ruleFor({ kind: 'members' }, ids.member);
  chat().changeRole('lantern', ids.raider, { permissions: chatPermission.manageRoles });
  const late = await memberOfRank(guild, 2);
  await setRank(guild, member, 9);
  await syncRoles(guild);
  expect([hasRole(member.account), hasRole(late.account), hasRole(late.account, ids.member)]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await overview()).rules).toMatchObject([{ problem: 'dangerous' }, { problem: null }]);
  const { body } = await owner('GET', '/auth/me/notifications');
  expect(body.notifications).toMatchObject([{ kind: 'discord_role_stopped', title: 'Raider' }]);
  // It stays stopped until a member who manages both has looked.
  chat().changeRole('lantern', ids.raider, { permissions: 0n });
  await aDayLater(guild);
  await syncRoles(guild);
  expect(hasRole(late.account)).toBe(false);
  expect((await enable(rule)).status).toBe(200);
  await syncRoles(guild);
  expect([hasRole(member.account), hasRole(late.account)]).toEqual([false, true]);

  chat().changeRole('lantern', ids.raider, { position: 8 });
  const above = await memberOfRank(guild, 1);
  await syncRoles(guild);
  expect((await overview()).rules).toMatchObject([{ problem: 'above_bot' }, { problem: null }]);
  chat().changeRole('lantern', ids.raider, { position: 2 });
  await aDayLater(guild);
  await syncRoles(guild);
  await syncRoles(guild);
  expect(hasRole(above.account)).toBe(true);
});

test('G-04: many removals in one sync are held until an officer approves exactly these', async () => {
  const members = [];
  for (let count = 0; count < 29; count += 1) members.push(await memberOfRank(guild, 2));
  await ruleFor({ kind: 'rank', upTo: 3 });
  for (const member of members.slice(0, 12)) await setRank(guild, member, 9);
  await syncRoles(guild);
  await syncRoles(guild);
  expect(changes().filter(({ change }) => change === 'taken')).toEqual([]);
  const { held } = await overview();
  expect(held).toMatchObject({ total: 12, people: expect.any(Array) });
  expect((await owner('GET', '/auth/me/notifications')).body.notifications).toMatchObject([
    { kind: 'discord_roles_held', count: 12 },
  ]);
  const release = (digest: unknown) => owner('POST', `${place()}/held/release`, { digest });
  expect(refusal(await release('another'))).toEqual([409, 'discord_role_preview_changed']);
  expect((await release(held?.digest)).status).toBe(200);
  await syncRoles(guild);
  expect(changes().filter(({ change }) => change === 'taken')).toHaveLength(12);
  expect((await overview()).held).toBeNull();
});

test('G-04: gives and takes nothing while the roster or the server is not confirmed', async () => {
  const member = await memberOfRank(guild, 2);
  await ruleFor({ kind: 'rank', upTo: 3 });
  const { id } = guild.place;
  const session = (status: string) =>
    app.ctx.sql(
      `insert into sync_session (id, kind, subject_id, trigger, status, job_id, started_at, finished_at)
       values (uuidv7(), 'roster', $1, 'schedule', $2, uuidv7(), now(), now())`,
      [id, status],
    );
  await app.ctx.sql('update roster_entry set left_at = now() where organization_id = $1', [id]);
  await syncRoles(guild);
  expect(hasRole(member.account)).toBe(true);
  await app.ctx.sql('update roster_entry set left_at = null where organization_id = $1', [id]);
  await setRank(guild, member, 9);
  await session('failed');
  await syncRoles(guild);
  expect(await overview()).toMatchObject({ rest: 'roster_failed' });
  await app.ctx.sql(`insert into roster_hold values ($1, '[]', now())`, [id]);
  expect(await overview()).toMatchObject({ rest: 'roster_held' });
  await app.ctx.sql('delete from chat_server_proof');
  await syncRoles(guild);
  expect(await overview()).toMatchObject({ rest: 'server_not_confirmed' });
  expect(hasRole(member.account)).toBe(true);
});

test('G-05: a guild changes no roles once its confirmer no longer manages the server', async () => {
  await ruleFor({ kind: 'rank', upTo: 3 });
  await app.ctx.sql(`update chat_server_proof set checked_at = now() - interval '2 days'`);
  chat().server('lantern').ownerId = '1';
  await memberOfRank(guild, 2);
  await syncRoles(guild);
  expect(changes()).toHaveLength(1);
  expect(await overview()).toMatchObject({ rest: 'server_not_confirmed' });
  chat().server('lantern').ownerId = '310400000000000001';
});

test('disabling a rule can take back any number of roles or none, and only a disabled rule can be deleted', async () => {
  for (let count = 0; count < 11; count += 1) await memberOfRank(guild, 2);
  const rule = await ruleFor({ kind: 'rank', upTo: 3 });
  const at = `${place()}/rules/${rule}`;
  expect(refusal(await owner('DELETE', at))).toEqual([409, 'discord_role_rule_enabled']);
  expect((await owner('GET', `${at}/preview`)).body.losses).toHaveLength(12);
  expect((await owner('POST', `${at}/disable`, { takeBack: true })).status).toBe(200);
  await syncRoles(guild);
  expect(changes()).toHaveLength(24);
  expect((await enable(rule)).status).toBe(200);
  await syncRoles(guild);
  expect((await owner('POST', `${at}/disable`, { takeBack: false })).body).toMatchObject({ enabled: false, given: 0 });
  await syncRoles(guild);
  expect(changes()).toHaveLength(36);
  // Forgotten grants count as roles that people had before.
  expect((await enable(rule)).status).toBe(200);
  await syncRoles(guild);
  expect((await overview()).rules).toMatchObject([{ given: 0, had: 12 }]);
  await owner('POST', `${at}/disable`, { takeBack: true });
  await syncRoles(guild);
  expect(changes()).toHaveLength(36);
  expect((await owner('DELETE', at)).status).toBe(200);
  expect((await overview()).rules).toEqual([]);
});

test('an outage or a removed bot only delays the sync, and officers see the cause', async () => {
  const member = await memberOfRank(guild, 2);
  await ruleFor({ kind: 'members' }, ids.member);
  app.simulator.faults.add({ match: '/discord/api/v10/guilds/*', fault: { kind: 'status', status: 500 } });
  const { body } = await make({ kind: 'rank', upTo: 3 });
  expect(body.reason).toBe('chatplatform_unavailable');
  await setRank(guild, member, null);
  await syncRoles(guild);
  expect(await overview()).toMatchObject({ failure: 'unavailable' });
  app.simulator.requests.clear();
  await syncRoles(guild);
  expect(app.simulator.requests.count({ path: /discord/ })).toBe(0);
  app.simulator.faults.clear();
  chat().setBot('lantern', false);
  await aDayLater(guild);
  await syncRoles(guild);
  expect(await overview()).toMatchObject({ failure: 'bot_removed' });
  expect(refusal(await owner('GET', `${place()}/choices`))).toEqual([503, 'bot_removed']);
  expect(refusal(await make({ kind: 'rank', upTo: 3 }))).toEqual([503, 'bot_removed']);
  chat().setBot('lantern', true);
  freshBot(app);
  await aDayLater(guild);
  await syncRoles(guild);
  expect(await overview()).toMatchObject({ failure: null });
  expect(hasRole(member.account, ids.member)).toBe(false);
  expect(await app.ctx.sql(`select from pgboss.job where name = 'sync-discord-roles' and state = 'failed'`)).toEqual(
    [],
  );
});

test('unlinking the chat account removes the given roles', async () => {
  const member = await memberOfRank(guild, 2);
  await ruleFor({ kind: 'rank', upTo: 3 });
  await app.ctx.sql(`delete from account where user_id = $1`, [member.userId]);
  await syncRoles(guild);
  expect(hasRole(member.account)).toBe(false);
  expect(await app.ctx.sql('select from discord_role_grant where discord_user_id = $1', [member.discordId])).toEqual(
    [],
  );
});

test('G-06: takes back a role whose worker was killed before recording that it gave it', async () => {
  const member = await memberOfRank(guild, 2);
  await ruleFor({ kind: 'rank', upTo: 3 });
  await app.ctx.sql(`update discord_role_grant set state = 'giving', look_at = now() - interval '1 second'`);
  await setRank(guild, member, 9);
  await syncRoles(guild);
  expect(hasRole(member.account)).toBe(false);
  expect((await overview()).rules).toMatchObject([{ given: 1, had: 0 }]);
});

test('a server that demands two-factor sign-in of the bot’s owner is asked less and less, and officers read why', async () => {
  const people = [];
  for (let number = 0; number < 5; number += 1) people.push(await memberOfRank(guild, 2));
  const match = new RegExp(`guilds/${LANTERN}/members/\\d+/roles/`);
  const asked = () => app.simulator.requests.count({ path: match });
  const body = { code: 60_003, message: 'Two factor is required for this operation' };
  app.simulator.faults.add({ match, fault: { kind: 'status', status: 403, body } });
  app.simulator.requests.clear();
  await ruleFor({ kind: 'rank', upTo: 3 });
  expect(asked()).toBe(3);
  expect(await overview()).toMatchObject({
    failure: 'two_factor',
    rules: [{ refused: 3, refusedBecause: 'two_factor' }],
  });
  const { body: inbox } = await owner('GET', '/auth/me/notifications');
  const told = (inbox.notifications as unknown as { kind: string; cause: string }[]).filter(
    ({ kind }) => kind === 'discord_refused',
  );
  expect(told).toMatchObject([{ cause: 'two_factor', title: 'Raider' }]);
  const pauses: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const [row] = await app.ctx.sql<{ seconds: number }>(
      'select extract(epoch from resume_at - ran_at)::float8 as seconds from discord_role_sync',
    );
    pauses.push(Math.round(row?.seconds ?? 0));
    await app.ctx.sql('update discord_role_sync set resume_at = now()');
    await app.ctx.sql('update discord_role_grant set look_at = now()');
    await syncRoles(guild);
  }
  expect(pauses).toEqual([60, 120, 240]);
  expect(asked()).toBeLessThanOrEqual(12);
  app.simulator.faults.clear();
  await aDayLater(guild);
  await syncRoles(guild);
  expect(people.filter(({ account }) => hasRole(account))).toHaveLength(5);
  expect(await overview()).toMatchObject({ failure: null, rules: [{ refused: 0, refusedBecause: null }] });
});

test('a member whose role is refused is passed over, and the others get theirs', async () => {
  const [first, second] = [await memberOfRank(guild, 2), await memberOfRank(guild, 2)];
  const body = { code: 60_003, message: 'Two factor is required for this operation' };
  const match = `/discord/api/v10/guilds/${LANTERN}/members/${first.discordId}/roles/*`;
  app.simulator.faults.add({ match, fault: { kind: 'status', status: 403, body } });
  await ruleFor({ kind: 'rank', upTo: 3 });
  expect([hasRole(first.account), hasRole(second.account)]).toEqual([false, true]);
  expect(await overview()).toMatchObject({
    failure: null,
    rules: [{ given: 2, refused: 1, refusedBecause: 'two_factor' }],
  });
});

test('G-06: only one of several workers changes a server’s roles', async () => {
  for (let count = 0; count < 5; count += 1) await memberOfRank(guild, 2);
  const { body } = await make({ kind: 'rank', upTo: 3 });
  // Nothing takes these jobs from here on, so this test is the last one.
  await app.ctx.boss.offWork('sync-discord-roles');
  app.simulator.requests.clear();
  expect((await enable(String(body.id))).status).toBe(200);
  const run = (jobId: string) => ({ jobId, attempt: 0, lastAttempt: false, signal: new AbortController().signal });
  await Promise.all(
    ['1', '2', '3'].map((one) =>
      syncDiscordRoles(
        app.ctx,
        { serverId: LANTERN, personId: null },
        run(`0199d3a0-0000-7000-8000-00000000000${one}`),
      ),
    ),
  );
  expect(changes()).toHaveLength(6);
  expect(app.simulator.requests.count({ method: 'PUT' })).toBe(6);
});
