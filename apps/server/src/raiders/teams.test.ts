import type { MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type { ChangesView } from '@guildhall/contracts/change.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { UnansweredView } from '@guildhall/contracts/participation.ts';
import type { RaiderListView, RaiderView } from '@guildhall/contracts/raider.ts';
import type { TeamDetailView, TeamListView, TeamMemberView, TeamView } from '@guildhall/contracts/team.ts';
import type { WeekView } from '@guildhall/contracts/week.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack, refusalOf } from '../../test/events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

type Scene = { guild: EventGuild; officer: Member; lead: Member; plain: Member };

/** The officer manages events and roles, and sees the roster; each member has a raider. */
async function guildWithRoles(): Promise<Scene> {
  const guild = await eventGuild(app, 2);
  const [lead, plain] = guild.members;
  if (!lead || !plain) throw new Error('Two members');
  await allow(guild, 'canManageEvents,canManageRoles,canManageRoster,canViewRoster,canViewOfficerData');
  for (const { userId } of [guild.officer, lead, plain]) {
    await app.ctx.sql('insert into raider (organization_id, user_id) values ($1, $2)', [guild.id, userId]);
  }
  return { guild, officer: guild.officer, lead, plain };
}

const allow = (guild: EventGuild, permissions: string) =>
  app.ctx.sql(`update role set permissions = $2::text[] where organization_id = $1`, [guild.id, `{${permissions}}`]);
const raidersOf = async ({ officer, guild }: Scene) =>
  (await done<RaiderListView>(officer.call('GET', `/organizations/${guild.id}/raiders`))).raiders;
async function raiderOf(scene: Scene, { userId }: Member): Promise<RaiderView> {
  const raider = (await raidersOf(scene)).find(({ user }) => user?.id === userId);
  if (!raider) throw new Error('A raider');
  return raider;
}
const makeTeam = ({ officer, guild }: Scene, name: string) =>
  done<TeamView>(officer.call('POST', `/organizations/${guild.id}/teams`, { name }));
const teamsOf = async (member: Member, guild: EventGuild, query = '') =>
  (await done<TeamListView>(member.call('GET', `/organizations/${guild.id}/teams${query}`))).teams;
async function put(scene: Scene, by: Member, team: TeamView, member: Member, body: object = {}) {
  const raider = await raiderOf(scene, member);
  return by.call('PUT', `/teams/${team.id}/members/${raider.id}`, { ...body });
}
/** A team that `lead` leads. */
async function ledTeam(scene: Scene, name = 'Tuesday'): Promise<TeamView> {
  const team = await makeTeam(scene, name);
  await done(put(scene, scene.officer, team, scene.lead, { lead: true }));
  return team;
}
const RAID = { title: 'Raid', type: 'raid', scope: 'guild', durationMinutes: 60 };
const plan = (by: Member, guild: EventGuild, more: object = {}) =>
  by.call('POST', `/organizations/${guild.id}/events`, {
    ...RAID,
    startsAt: inHours(48 + Math.random() * 90),
    ...more,
  });

test('those who manage events keep teams with unique names in an order; members see them', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, plain } = scene;
  const path = `/organizations/${guild.id}/teams`;
  expect(await refusalOf(plain.call('POST', path, { name: 'Mine' }))).toEqual([403, 'missing_permission']);
  for (const body of [{ name: ' ' }, { name: 'x'.repeat(61) }, { name: 'Red', color: 'red' }, { name: 'a', boss: 1 }]) {
    expect((await officer.call('POST', path, body)).status).toBe(400);
  }
  const tuesday = await done<TeamView>(
    officer.call('POST', path, { name: ' Tuesday ', color: '#2f855a', schedule: 'Tuesday, 20:00' }),
  );
  expect(tuesday).toMatchObject({ name: 'Tuesday', position: 0, members: 0, leads: [], mine: null, mayManage: true });
  const weekend = await makeTeam(scene, 'Weekend');
  expect(await refusalOf(officer.call('POST', path, { name: 'TÜESDAY' }))).toEqual([409, 'team_name_taken']);
  expect(await refusalOf(officer.call('PATCH', `/teams/${weekend.id}`, { name: 'tuesday' }))).toEqual([
    409,
    'team_name_taken',
  ]);
  await done(officer.call('PATCH', `/teams/${weekend.id}`, { position: 0, name: 'Raid weekend' }));
  expect((await teamsOf(plain, guild)).map(({ name, mayManage }) => [name, mayManage])).toEqual([
    ['Raid weekend', false],
    ['Tuesday', false],
  ]);

  await done(officer.call('PATCH', `/teams/${tuesday.id}`, { archived: true }));
  expect((await teamsOf(plain, guild)).map(({ name }) => name)).toEqual(['Raid weekend']);
  expect((await teamsOf(plain, guild, '?archived=true')).map(({ name }) => name)).toEqual(['Tuesday']);
  const second = await makeTeam(scene, 'Tuesday');
  expect(await refusalOf(officer.call('PATCH', `/teams/${tuesday.id}`, { archived: false }))).toEqual([
    409,
    'team_name_taken',
  ]);
  await done(officer.call('DELETE', `/teams/${second.id}`));
  expect(await refusalOf(officer.call('GET', `/teams/${second.id}`))).toEqual([404, 'team_not_found']);

  await app.ctx.sql(
    `insert into team (organization_id, name, name_key, position) select $1, 'T' || n, 't' || n, n from generate_series(1, 48) n`,
    [guild.id],
  );
  expect(await refusalOf(officer.call('POST', path, { name: 'One more' }))).toEqual([409, 'too_many_teams']);
});

test('a raider belongs to a team with a role and a status, and what was stays on record', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, plain } = scene;
  const team = await makeTeam(scene, 'Tuesday');
  const guest = await done<RaiderView>(
    officer.call('POST', `/organizations/${guild.id}/raiders`, { name: 'Curlybill', kind: 'guest' }),
  );
  const of = `/teams/${team.id}/members`;
  expect(await refusalOf(plain.call('PUT', `${of}/${guest.id}`, {}))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(officer.call('DELETE', `${of}/${guest.id}`))).toEqual([404, 'raider_not_found']);
  expect(
    await done<TeamMemberView>(officer.call('PUT', `${of}/${guest.id}`, { role: 'tank', status: 'trial' })),
  ).toMatchObject({
    raider: { id: guest.id, name: 'Curlybill', kind: 'guest' },
    user: null,
    role: 'tank',
    status: 'trial',
    lead: false,
  });
  await done(put(scene, officer, team, plain, { role: 'healer' }));
  await done(officer.call('PUT', `${of}/${guest.id}`, { role: 'melee', status: 'main' }));
  const view = await done<TeamDetailView>(officer.call('GET', `/teams/${team.id}`));
  expect(view.members).toBe(2);
  expect(view.roster.map(({ raider, role, status }) => [raider.name, role, status])).toEqual([
    [expect.any(String), 'healer', 'main'],
    ['Curlybill', 'melee', 'main'],
  ]);
  expect((await teamsOf(plain, guild))[0]?.mine).toEqual({ role: 'healer', status: 'main', lead: false });
  expect((await raidersOf(scene)).find(({ id }) => id === guest.id)?.teams).toMatchObject([{ name: 'Tuesday' }]);
  const filtered = `/organizations/${guild.id}/raiders?teamId=${team.id}`;
  expect((await done<RaiderListView>(officer.call('GET', filtered))).raiders).toHaveLength(2);

  await done(officer.call('DELETE', `${of}/${guest.id}`));
  await done(officer.call('PUT', `${of}/${guest.id}`, {}));
  const rows = await app.ctx.sql(
    'select role, until is null as live from team_member where raider_id = $1 order by since, id',
    [guest.id],
  );
  expect(rows).toEqual([
    { role: 'melee', live: false },
    { role: null, live: true },
  ]);
  await done(officer.call('PATCH', `/teams/${team.id}`, { archived: true }));
  expect(await refusalOf(officer.call('PUT', `${of}/${guest.id}`, {}))).toEqual([409, 'team_archived']);
  await done(officer.call('PATCH', `/teams/${team.id}`, { archived: false }));

  await app.ctx.sql(
    `with more as (insert into raider (organization_id, name) select $1, 'R' || n from generate_series(1, 198) n returning id)
     insert into team_member (team_id, raider_id, status) select $2, id, 'main' from more`,
    [guild.id, team.id],
  );
  const { officer: self } = scene;
  expect(await refusalOf(put(scene, officer, team, self))).toEqual([409, 'team_full']);
});

test('B-02: only those who manage roles and events make a lead, of a member with an account', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead, plain } = scene;
  const team = await makeTeam(scene, 'Tuesday');
  const guest = await done<RaiderView>(
    officer.call('POST', `/organizations/${guild.id}/raiders`, { name: 'Curlybill', kind: 'guest' }),
  );
  expect(await refusalOf(officer.call('PUT', `/teams/${team.id}/members/${guest.id}`, { lead: true }))).toEqual([
    409,
    'lead_needs_account',
  ]);
  await allow(guild, 'canManageEvents,canViewRoster,canManageRoster');
  expect(await refusalOf(put(scene, officer, team, lead, { lead: true }))).toEqual([403, 'missing_permission']);
  await done(put(scene, officer, team, lead));
  await allow(guild, 'canManageRoles,canViewRoster,canManageRoster');
  expect(await refusalOf(put(scene, officer, team, lead, { lead: true }))).toEqual([403, 'missing_permission']);
  await allow(guild, 'canManageEvents,canManageRoles,canViewRoster,canManageRoster,canViewOfficerData');
  await done(put(scene, officer, team, lead, { lead: true }));
  expect((await teamsOf(plain, guild))[0]?.leads).toMatchObject([{ id: (await raiderOf(scene, lead)).id }]);
  await done(put(scene, lead, team, plain, { role: 'tank' }));
  expect(await refusalOf(put(scene, lead, team, plain, { lead: true }))).toEqual([403, 'missing_permission']);
  // A change without `lead` leaves it, and no lead takes the rights of another.
  await done(put(scene, officer, team, plain, { lead: true }));
  await done(put(scene, lead, team, plain, { status: 'bench' }));
  expect((await teamsOf(plain, guild))[0]?.mine).toEqual({ role: null, status: 'bench', lead: true });
  const other = (await raiderOf(scene, plain)).id;
  expect(await refusalOf(lead.call('DELETE', `/teams/${team.id}/members/${other}`))).toEqual([
    403,
    'missing_permission',
  ]);
  await done(plain.call('DELETE', `/teams/${team.id}/members/${other}`));
  const log = await done<{ entries: { action: string }[] }>(
    officer.call('GET', `/organizations/${guild.id}/audit-log?action=team_lead_dismissed`),
  );
  expect(log.entries).toMatchObject([{ details: { name: 'Tuesday' }, person: { id: plain.userId } }]);
});

test('B-02: a lead manages the team and its events, and nothing else', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead, plain } = scene;
  const team = await ledTeam(scene);
  const weekend = await makeTeam(scene, 'Weekend');
  const ofAll = await done<EventView>(plan(officer, guild));
  const ofWeekend = await done<EventView>(plan(officer, guild, { teamId: weekend.id }));
  expect(ofWeekend.team).toEqual({ id: weekend.id, name: 'Weekend', color: null });

  for (const more of [{}, { teamId: weekend.id }, { teamId: weekend.id, scope: 'group' }])
    expect(await refusalOf(plan(lead, guild, more))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(plan(plain, guild, { teamId: team.id, scope: 'group' }))).toEqual([403, 'missing_permission']);
  const mine = await done<EventView>(plan(lead, guild, { teamId: team.id, status: 'draft' }));
  expect(mine).toMatchObject({ team: { id: team.id, name: 'Tuesday' }, countsForAttendance: true });
  expect(mine.abilityRules).toEqual([{ action: 'manage', subject: 'Event' }]);

  const read = (by: Member, id: string) => by.call('GET', `/events/${id}`);
  expect((await read(plain, mine.id)).status).toBe(404);
  expect((await read(lead, mine.id)).status).toBe(200);
  const drafts = await done<{ events: EventView[] }>(
    lead.call('GET', `/organizations/${guild.id}/events?status=draft&teamId=${team.id}`),
  );
  expect(drafts.events.map(({ id }) => id)).toEqual([mine.id]);
  await done(lead.call('POST', `/events/${mine.id}/publish`));
  const listed = await done<{ events: EventView[] }>(
    plain.call('GET', `/organizations/${guild.id}/events?teamId=${team.id}`),
  );
  expect(listed.events.map(({ id }) => id)).toEqual([mine.id]);

  const guest = await done<RaiderView>(
    officer.call('POST', `/organizations/${guild.id}/raiders`, { name: 'Curlybill', kind: 'guest' }),
  );
  const add = (by: Member, id: string) => by.call('POST', `/events/${id}/participations`, { raiderId: guest.id });
  await done(add(lead, mine.id));
  for (const event of [ofAll, ofWeekend]) {
    for (const [method, path, body] of [
      ['PATCH', '', { title: 'Mine' }],
      ['PATCH', '', { teamId: team.id }],
      ['POST', '/cancel', {}],
      ['DELETE', '', undefined],
      ['GET', '/unanswered', undefined],
      ['POST', '/remind', {}],
      ['POST', '/attendance', { entries: [{ userId: plain.userId, attendance: 'present' }] }],
    ] as const) {
      const refusal = await refusalOf(lead.call(method, `/events/${event.id}${path}`, body));
      expect([method, path, ...refusal]).toEqual([method, path, 403, 'missing_permission']);
    }
    expect(await refusalOf(add(lead, event.id))).toEqual([403, 'missing_permission']);
  }
  // The event stays with the team, unless an officer manages both.
  for (const teamId of [null, weekend.id])
    expect(await refusalOf(lead.call('PATCH', `/events/${mine.id}`, { teamId }))).toEqual([403, 'missing_permission']);
  await done(lead.call('PATCH', `/events/${mine.id}`, { title: 'Ours', countsForAttendance: false }));

  await done(lead.call('PATCH', `/teams/${team.id}`, { name: 'Tuesday raid', color: '#2f855a' }));
  expect(await refusalOf(lead.call('PATCH', `/teams/${team.id}`, { archived: true }))).toEqual([
    403,
    'missing_permission',
  ]);
  expect(await refusalOf(lead.call('PATCH', `/teams/${weekend.id}`, { name: 'X' }))).toEqual([
    403,
    'missing_permission',
  ]);
  expect(await refusalOf(lead.call('DELETE', `/teams/${team.id}`))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(lead.call('POST', `/organizations/${guild.id}/teams`, { name: 'X' }))).toEqual([
    403,
    'missing_permission',
  ]);
  expect(await refusalOf(lead.call('POST', `/organizations/${guild.id}/raiders`, { name: 'X' }))).toEqual([
    403,
    'missing_permission',
  ]);
  const { abilityRules } = await done<{ abilityRules: { action: string; subject: string }[] }>(
    lead.call('GET', `/organizations/${guild.id}`),
  );
  expect(abilityRules.some(({ action }) => action === 'manage')).toBe(false);

  // The rights end with the team, and with the membership.
  await done(officer.call('PATCH', `/teams/${team.id}`, { archived: true }));
  expect(await refusalOf(lead.call('PATCH', `/events/${mine.id}`, { title: 'X' }))).toEqual([
    403,
    'missing_permission',
  ]);
  await done(officer.call('PATCH', `/teams/${team.id}`, { archived: false }));
  await done(lead.call('PATCH', `/events/${mine.id}`, { title: 'Ours again' }));
  await done(officer.call('DELETE', `/teams/${team.id}/members/${(await raiderOf(scene, lead)).id}`));
  expect(await refusalOf(lead.call('PATCH', `/events/${mine.id}`, { title: 'X' }))).toEqual([
    403,
    'missing_permission',
  ]);
});

test('B-02: a lead who leaves the guild and comes back leads no more', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead } = scene;
  const team = await ledTeam(scene);
  await app.ctx.sql('update membership set left_at = now() where organization_id = $1 and user_id = $2', [
    guild.id,
    lead.userId,
  ]);
  expect(await refusalOf(lead.call('PATCH', `/teams/${team.id}`, { name: 'X' }))).toEqual([404, 'team_not_found']);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, lead.userId]);
  expect(await refusalOf(lead.call('PATCH', `/teams/${team.id}`, { name: 'X' }))).toEqual([403, 'missing_permission']);
  const log = await done<{ entries: object[] }>(
    officer.call('GET', `/organizations/${guild.id}/audit-log?action=team_lead_dismissed`),
  );
  expect(log.entries).toMatchObject([{ details: { because: 'membership_ended' }, person: { id: lead.userId } }]);
});

test('B-02: no merge makes a lead', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, plain } = scene;
  const team = await makeTeam(scene, 'Tuesday');
  const guest = await done<RaiderView>(
    officer.call('POST', `/organizations/${guild.id}/raiders`, { name: 'Curlybill' }),
  );
  await done(officer.call('PUT', `/teams/${team.id}/members/${guest.id}`, { role: 'tank' }));
  const { id } = await raiderOf(scene, plain);
  await done(officer.call('POST', `/raiders/${id}/merge`, { raiderId: guest.id }));
  expect((await teamsOf(plain, guild))[0]?.mine).toEqual({ role: 'tank', status: 'main', lead: false });
});

test('B-04: raiders of two people are not merged', async () => {
  const scene = await guildWithRoles();
  const [one, other] = [await raiderOf(scene, scene.lead), await raiderOf(scene, scene.plain)];
  expect(await refusalOf(scene.officer.call('POST', `/raiders/${one.id}/merge`, { raiderId: other.id }))).toEqual([
    409,
    'raiders_of_two_people',
  ]);
  expect((await raidersOf(scene)).map(({ id }) => id)).toContain(other.id);
});

test('a series belongs to its team, also when it is extended or changed as a whole', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead } = scene;
  const team = await ledTeam(scene);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const series = await done<EventView & { series: { id: string }[] }>(
    lead.call('POST', `/organizations/${guild.id}/events`, {
      ...RAID,
      localStart: `${day(7)}T20:00`,
      recurringDates: [day(14)],
      teamId: team.id,
    }),
  );
  await done(lead.call('POST', `/events/${series.id}/extend-series`, { dates: [day(21)] }));
  const events = async () =>
    (await done<{ events: EventView[] }>(officer.call('GET', `/organizations/${guild.id}/events`))).events;
  expect((await events()).map((event) => event.team?.id)).toEqual([team.id, team.id, team.id]);
  await done(officer.call('PATCH', `/events/${series.id}`, { teamId: null, apply: 'all' }));
  expect((await events()).map((event) => event.team)).toEqual([null, null, null]);
  const log = await done<{ entries: { changes: object }[] }>(officer.call('GET', `/events/${series.id}/log`));
  expect(log.entries[0]?.changes).toEqual({ teamId: [team.id, null] });
  expect(await refusalOf(lead.call('PATCH', `/events/${series.id}`, { title: 'X', apply: 'all' }))).toEqual([
    403,
    'missing_permission',
  ]);
});

test('B-03: teams and raiders of another guild are not found, wherever they are named', async () => {
  const [scene, elsewhere] = [await guildWithRoles(), await guildWithRoles()];
  const { guild, officer } = scene;
  const [team, foreign] = [await makeTeam(scene, 'Ours'), await makeTeam(elsewhere, 'Theirs')];
  const stranger = await raiderOf(elsewhere, elsewhere.plain);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'X' }],
    ['DELETE', '', undefined],
    ['PUT', `/members/${(await raiderOf(scene, scene.plain)).id}`, {}],
  ] as const) {
    expect(await refusalOf(officer.call(method, `/teams/${foreign.id}${path}`, body))).toEqual([404, 'team_not_found']);
  }
  expect(await refusalOf(officer.call('PUT', `/teams/${team.id}/members/${stranger.id}`, {}))).toEqual([
    404,
    'raider_not_found',
  ]);
  expect(await refusalOf(plan(officer, guild, { teamId: foreign.id }))).toEqual([404, 'team_not_found']);
  const event = await done<EventView>(plan(officer, guild));
  expect(await refusalOf(officer.call('PATCH', `/events/${event.id}`, { teamId: foreign.id }))).toEqual([
    404,
    'team_not_found',
  ]);
  expect(
    await refusalOf(
      officer.call('POST', `/raiders/${(await raiderOf(scene, scene.plain)).id}/merge`, { raiderId: stranger.id }),
    ),
  ).toEqual([404, 'raider_not_found']);
  const listed = `/organizations/${guild.id}/events?teamId=${foreign.id}`;
  expect((await done<{ events: EventView[] }>(officer.call('GET', listed))).events).toEqual([]);
});

test('an archived guild keeps its teams as they are', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead } = scene;
  const team = await ledTeam(scene);
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  for (const by of [officer, lead]) {
    expect(await refusalOf(by.call('PATCH', `/teams/${team.id}`, { name: 'X' }))).toEqual([
      409,
      'organization_archived',
    ]);
    expect((await teamsOf(by, guild)).map(({ mayManage }) => mayManage)).toEqual([false]);
  }
  expect(await refusalOf(officer.call('POST', `/organizations/${guild.id}/teams`, { name: 'X' }))).toEqual([
    409,
    'organization_archived',
  ]);
});

test('leads hear of drafts of their team; a team that changes is told to those who see the roster', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead, plain } = scene;
  const team = await ledTeam(scene);
  const feed = (by: Member, after?: string) =>
    done<ChangesView>(by.call('GET', `/organizations/${guild.id}/changes${after ? `?after=${after}` : ''}`));
  const [led, managed, seen] = [await feed(lead), await feed(officer), await feed(plain)];
  const draft = await done<EventView>(plan(officer, guild, { teamId: team.id, status: 'draft' }));
  await done(officer.call('PATCH', `/events/${draft.id}`, { title: 'Later' }));
  const told = async (by: Member, { next }: ChangesView) =>
    (await feed(by, next)).changes.map(({ type, subjectId }) => [type, subjectId]);
  expect(await told(lead, led)).toEqual([['event.changed', draft.id]]);
  expect(await told(officer, managed)).toEqual([['event.changed', draft.id]]);
  expect(await told(plain, seen)).toEqual([]);
  const before = await feed(officer);
  await done(put(scene, officer, team, plain));
  expect(await told(officer, before)).toEqual([['raider.changed', guild.id]]);
});

test('a team’s event expects its raiders: not answered, reminders, news and the week leave others out', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead, plain } = scene;
  const team = await ledTeam(scene);
  const watch = (by: Member) => by.call('PATCH', '/auth/me/preferences', { requestedNotifications: ['event_new'] });
  await done(watch(lead));
  await done(watch(plain));
  const event = await done<EventView>(plan(officer, guild, { teamId: team.id }));
  const inbox = async (by: Member) =>
    (await done<{ notifications: { kind: string }[] }>(by.call('GET', '/auth/me/notifications'))).notifications.map(
      ({ kind }) => kind,
    );
  expect([await inbox(lead), await inbox(plain)]).toEqual([['event_new'], []]);
  const waiting = async () =>
    (await done<UnansweredView>(lead.call('GET', `/events/${event.id}/unanswered`))).members.map(
      ({ user }) => user?.id,
    );
  const week = async (by: Member) => {
    const [from, to] = [inHours(0).slice(0, 10), inHours(24 * 7).slice(0, 10)];
    const { next, unanswered } = await done<WeekView>(by.call('GET', `/auth/me/week?startDate=${from}&endDate=${to}`));
    return [next?.id ?? null, unanswered.map(({ id }) => id)];
  };
  expect(await waiting()).toEqual([lead.userId]);
  expect(await week(lead)).toEqual([event.id, [event.id]]);
  expect(await week(plain)).toEqual([null, []]);
  expect(await done(officer.call('POST', `/events/${event.id}/remind`, {}))).toMatchObject({ reminded: 1 });

  await done(put(scene, officer, team, plain, { status: 'social' }));
  expect(await waiting()).toEqual([lead.userId]);
  await done(put(scene, officer, team, plain, { status: 'bench' }));
  expect((await waiting()).toSorted()).toEqual([lead.userId, plain.userId].toSorted());
  expect(await week(plain)).toEqual([event.id, [event.id]]);
  // Others may come all the same.
  await done(officer.call('PUT', `/events/${event.id}/signup`, { characterId: officer.characterId, roleKey: 'melee' }));
  expect(await week(officer)).toEqual([event.id, []]);
});

test('attendance at a team’s event counts who belonged to it then, and who answered', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, lead, plain } = scene;
  const team = await ledTeam(scene);
  const [ofTeam, ofAll] = [
    await done<EventView>(plan(officer, guild, { teamId: team.id })),
    await done<EventView>(plan(officer, guild)),
  ];
  await app.ctx.sql(`update membership set joined_at = now() - interval '90 days' where organization_id = $1`, [
    guild.id,
  ]);
  await app.ctx.sql(`update team_member set since = now() - interval '60 days' where team_id = $1`, [team.id]);
  for (const { id } of [ofTeam, ofAll]) {
    await moveBack(app, id, 24 * 20);
    await done(officer.call('POST', `/events/${id}/complete`));
  }
  const counted = async (query = '') =>
    Object.fromEntries(
      (await done<MemberAttendance[]>(officer.call('GET', `/organizations/${guild.id}/attendance-stats${query}`))).map(
        ({ user, eventsCounted, missed }) => [user?.id, [eventsCounted, missed]],
      ),
    );
  expect(await counted()).toEqual({ [officer.userId]: [1, 1], [lead.userId]: [2, 2], [plain.userId]: [1, 1] });
  expect(await counted(`?teamId=${team.id}`)).toEqual({ [lead.userId]: [1, 1] });

  const present = [{ userId: plain.userId, attendance: 'present' }];
  await done(lead.call('POST', `/events/${ofTeam.id}/attendance`, { entries: present }));
  expect(await counted(`?teamId=${team.id}`)).toEqual({ [lead.userId]: [1, 1], [plain.userId]: [1, 0] });
  const explained = `/organizations/${guild.id}/attendance-stats?explain=${officer.userId}&teamId=${team.id}`;
  const [own] = await done<MemberAttendance[]>(officer.call('GET', explained));
  expect(own?.rows?.map(({ outcome }) => outcome)).toEqual(['not_a_member']);

  // Leaving later changes nothing, having come later neither.
  await done(put(scene, officer, team, officer));
  await done(officer.call('DELETE', `/teams/${team.id}/members/${(await raiderOf(scene, lead)).id}`));
  expect(await counted(`?teamId=${team.id}`)).toEqual({
    [officer.userId]: [0, 0],
    [lead.userId]: [1, 1],
    [plain.userId]: [1, 0],
  });
});

test('events that are not over tell of it when their team is renamed, or gone', async () => {
  const scene = await guildWithRoles();
  const { guild, officer, plain } = scene;
  const team = await makeTeam(scene, 'Tuesday');
  const event = await done<EventView>(plan(officer, guild, { teamId: team.id }));
  const draft = await done<EventView>(plan(officer, guild, { teamId: team.id, status: 'draft' }));
  const over = await done<EventView>(plan(officer, guild, { teamId: team.id }));
  await done(plan(officer, guild));
  await moveBack(app, over.id, 200);
  const told = async (by: Member, work: () => Promise<unknown>) => {
    const path = `/organizations/${guild.id}/changes`;
    const { next } = await done<ChangesView>(by.call('GET', path));
    await work();
    const { changes } = await done<ChangesView>(by.call('GET', `${path}?after=${next}`));
    return changes
      .filter(({ type }) => type === 'event.changed')
      .map(({ subjectId }) => subjectId)
      .toSorted();
  };
  const change = (body: object) => () => done(officer.call('PATCH', `/teams/${team.id}`, { ...body }));
  expect(await told(officer, change({ schedule: 'Tuesday, 20:00' }))).toEqual([]);
  expect(await told(officer, change({ name: 'Wednesday' }))).toEqual([event.id, draft.id].toSorted());
  expect(await told(plain, change({ color: '#2f855a' }))).toEqual([event.id]);
  expect(await told(officer, () => done(officer.call('DELETE', `/teams/${team.id}`)))).toEqual(
    [event.id, draft.id].toSorted(),
  );
  expect(await done<EventView>(officer.call('GET', `/events/${event.id}`))).toMatchObject({ team: null });
});
