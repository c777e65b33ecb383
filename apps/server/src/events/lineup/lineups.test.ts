import type { ChangesView } from '@guildhall/contracts/change.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import {
  type ExportedLineupView,
  type LineupCheckView,
  LineupFormat,
  type LineupListView,
  type LineupPlaceInput,
  type LineupView,
} from '@guildhall/contracts/lineup.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { PersonalData } from '@guildhall/contracts/personal-data.ts';
import type { RaiderMovedView, RaiderView } from '@guildhall/contracts/raider.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import type { Call } from '../../../test/caller.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, inHours, joinGuild, type Member, refusalOf } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';
import { readLineup } from './formats/read-lineup.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 5);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canViewRoster,canManageRoles}' where organization_id = $1`,
    [guild.id],
  );
  // A raid of three bosses, and one of another raid.
  await app.ctx.sql(`insert into journal_expansion (id) values (1)`);
  await app.ctx.sql(
    `insert into journal_instance (id, expansion_id, category) values (10, 1, 'raid'), (11, 1, 'raid')`,
  );
  await app.ctx.sql(
    `insert into journal_encounter (id, instance_id, position) values (101, 10, 1), (102, 10, 2), (103, 10, 3), (111, 11, 1)`,
  );
  await app.ctx.sql(
    `insert into journal_encounter_locale (entity_id, locale, name) values (101, 'en_US', 'Slagheart')`,
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const newEvent = (input: object = {}, { officer, id }: EventGuild = guild) =>
  done<EventView>(
    officer.call('POST', `/organizations/${id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
      ...{ journalInstanceId: 10, ...input },
    }),
  );

const signUp = ({ id }: EventView, member: Member) =>
  done<ParticipationView>(member.call('PUT', `/events/${id}/signup`, { characterId: member.characterId }));

type Place = Partial<LineupPlaceInput> & { raiderId: string };
const place = (raiderId: string, slot: number | null, more: Partial<LineupPlaceInput> = {}): Place => ({
  ...{ raiderId, role: 'melee', group: slot === null ? null : 1, slot },
  ...more,
});
const address = ({ id }: EventView, boss: number | 'all' = 'all') => `/events/${id}/lineups/${boss}`;
const save = (
  event: EventView,
  places: Place[],
  version = 0,
  boss: number | 'all' = 'all',
  by: Call = guild.officer.call,
) => by('PUT', address(event, boss), { version, places });
const read = (event: EventView, who: { call: Call }, boss: number | 'all' = 'all') =>
  done<LineupView>(who.call('GET', address(event, boss)));
const list = (event: EventView, who: { call: Call }) =>
  done<LineupListView>(who.call('GET', `/events/${event.id}/lineups`));
const publish = (event: EventView, version: number, boss: number | 'all' = 'all', also: object[] = []) =>
  guild.officer.call('POST', `${address(event, boss)}/publish`, { version, also });
const raidersOf = ({ places }: LineupView) => places.map(({ raider }) => raider.id);
const inbox = async ({ call }: Member, kind: string) =>
  (await done<NotificationsView>(call('GET', '/auth/me/notifications?pageSize=100'))).notifications.filter(
    (one) => one.kind === kind,
  );

/** An event with an answer of each member. */
async function planned(input: object = {}) {
  const event = await newEvent(input);
  const raiders: string[] = [];
  for (const member of guild.members) raiders.push((await signUp(event, member)).raider.id);
  const [a = '', b = '', c = '', d = '', e = ''] = raiders;
  return { event, raiders, a, b, c, d, e };
}

test('members, outsiders and strangers cannot plan, and nothing of it is shown to them', async () => {
  const { event, a } = await planned();
  const [member] = guild.members;
  const stranger = await eventGuild(app);
  if (!member) throw new Error('A guild has members');
  expect((await app.http.get(`/api/v1${address(event)}`)).status).toBe(401);
  for (const { call } of [stranger.officer, stranger.members[0] ?? stranger.officer]) {
    expect(await refusalOf(call('GET', address(event)))).toEqual([404, 'event_not_found']);
    expect(await refusalOf(save(event, [], 0, 'all', call))).toEqual([404, 'event_not_found']);
    expect(await refusalOf(call('GET', `/events/${event.id}/lineups`))).toEqual([404, 'event_not_found']);
  }
  await done(save(event, [place(a, 1)]));
  expect(await refusalOf(save(event, [], 1, 'all', member.call))).toEqual([403, 'missing_permission']);
  for (const [verb, body] of [
    ['publish', { version: 1 }],
    ['copy', { to: '101', version: 0 }],
  ] as const)
    expect(await refusalOf(member.call('POST', `${address(event)}/${verb}`, body))).toEqual([
      403,
      'missing_permission',
    ]);
  expect(await refusalOf(member.call('GET', `/events/${event.id}/lineups/check`))).toEqual([403, 'missing_permission']);
  expect(await read(event, member)).toMatchObject({ places: [], version: 0, changedBy: null, mayEdit: false });
  expect(await list(event, member)).toMatchObject({
    mine: { in: 0, of: 0 },
    lineups: [{ placed: 0, draft: false }, {}, {}, {}],
  });
  // An archived organization keeps its line-ups as they are, and so does a completed event.
  await app.ctx.sql('update event set status = $2 where id = $1', [event.id, 'completed']);
  expect(await refusalOf(save(event, [], 1))).toEqual([409, 'event_completed']);
});

test('P-06: each raider stands in a line-up once, each slot is one person’s, and all of it is the guild’s own', async () => {
  const { event, a, b } = await planned();
  const [member, second] = guild.members;
  const other = await eventGuild(app);
  const elsewhere = await newEvent({ journalInstanceId: null }, other);
  const foreign = await signUp(elsewhere, other.members[0] as Member);
  expect(await refusalOf(save(event, [place(a, 1), place(a, 2)]))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(save(event, [place(a, 1), place(b, 1)]))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(save(event, [place(a, 6)]))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(save(event, [place(a, 1, { group: 9 })]))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(save(event, [place(a, null, { group: 1 })]))).toEqual([400, 'invalid_input']);
  const strange = await save(event, [place(a, 1), place(foreign.raider.id, 2)]);
  expect([strange.status, strange.body.reason, strange.body.issues]).toEqual([
    422,
    'lineup_place_refused',
    [{ path: 'places.1.raiderId', message: expect.any(String) }],
  ]);
  const refused = [422, 'lineup_place_refused'];
  expect(await refusalOf(save(event, [place(a, 1, { characterId: second?.characterId ?? '' })]))).toEqual(refused);
  // A druid is no protection warrior.
  const wrongSpec = place(a, 1, { characterId: member?.characterId ?? '', specId: 73 });
  expect(await refusalOf(save(event, [wrongSpec]))).toEqual(refused);
  expect(await refusalOf(save(event, [], 0, 111))).toEqual([422, 'encounter_not_found']);
  expect(await refusalOf(save(event, [], 0, 999))).toEqual([422, 'encounter_not_found']);
  expect(await refusalOf(guild.officer.call('GET', `/events/${event.id}/lineups/everything`))).toEqual([
    400,
    'invalid_input',
  ]);
  const difficulty = { version: 0, places: [], difficulty: 233 };
  expect(await refusalOf(guild.officer.call('PUT', address(event), difficulty))).toEqual([422, 'invalid_input']);
  expect((await read(event, guild.officer)).version).toBe(0);
});

test('P-07: a draft is seen by officers alone until it is published, and bosses without places follow the night', async () => {
  const { event, a, b, c } = await planned();
  const [first, second, third] = guild.members as [Member, Member, Member];
  const night = await done<LineupView>(save(event, [place(a, 1, { role: 'tank' }), place(b, 2), place(c, null)]));
  expect(night).toMatchObject({ version: 1, draft: true, own: true, publishedAt: null, mayEdit: true });
  expect(night.places).toMatchObject([
    { raider: { id: a }, role: 'tank', group: 1, slot: 1, answer: 'signed_up', concern: null },
    { raider: { id: b }, group: 1, slot: 2 },
    { raider: { id: c }, group: null, slot: null },
  ]);
  // Saving what is there changes nothing.
  expect(
    (await done<LineupView>(save(event, [place(c, null), place(b, 2), place(a, 1, { role: 'tank' })], 1))).version,
  ).toBe(1);
  await done(save(event, [place(c, 1)], 0, 101));
  expect(await read(event, first)).toMatchObject({ places: [], publishedAt: null });

  await done(publish(event, 1));
  expect(await read(event, first)).toMatchObject({
    version: 1,
    draft: false,
    problems: [],
    mine: { group: 1, slot: 1, role: 'tank' },
  });
  expect(raidersOf(await read(event, first, 101))).toEqual([a, b, c]);
  expect(raidersOf(await read(event, guild.officer, 101))).toEqual([c]);
  expect(await read(event, first, 102)).toMatchObject({ own: false, encounter: { id: 102 } });
  expect((await list(event, first)).mine).toEqual({ in: 3, bench: 0, of: 3 });
  expect((await list(event, third)).mine).toEqual({ in: 0, bench: 3, of: 3 });
  expect(await inbox(second, 'lineup_published')).toMatchObject([
    { title: 'Raid', eventId: event.id, count: 3, of: 3 },
  ]);

  await done(publish(event, 1, 101));
  expect((await list(event, first)).mine).toEqual({ in: 2, bench: 0, of: 3 });
  expect((await list(event, third)).mine).toEqual({ in: 1, bench: 2, of: 3 });
  expect((await inbox(second, 'lineup_published')).filter((one) => one.eventId === event.id)).toMatchObject([
    { count: 2 },
    { count: 3 },
  ]);
  const [tabs] = [(await list(event, guild.officer)).lineups];
  expect(tabs).toMatchObject([
    { encounter: null, own: true, placed: 2, bench: 1, draft: false, size: { min: null, max: 30 } },
    { encounter: { id: 101, name: 'Slagheart' }, own: true, placed: 1, draft: false },
    { encounter: { id: 102, name: 'Boss 102' }, own: false, placed: 2 },
    { encounter: { id: 103 }, own: false },
  ]);

  // Members go on seeing what was published while an officer plans.
  await done(save(event, [], 1, 101));
  expect(raidersOf(await read(event, first, 101))).toEqual([c]);
  expect(await read(event, guild.officer, 101)).toMatchObject({ own: false, draft: true, version: 2 });
  await done(publish(event, 2, 101));
  expect(raidersOf(await read(event, first, 101))).toEqual([a, b, c]);
  // Publishing again tells no one again.
  const told = (await inbox(second, 'lineup_published')).length;
  await done(publish(event, 2, 101));
  expect((await inbox(second, 'lineup_published')).length).toBe(told);
});

test('P-07: a saved draft is a change for those who may edit it, and a published line-up one for members', async () => {
  const [lead, member] = guild.members as [Member, Member];
  const team = await done<{ id: string }>(
    guild.officer.call('POST', `/organizations/${guild.id}/teams`, { name: 'Thursday' }),
  );
  const { event, a, b } = await planned({ teamId: team.id });
  await done(guild.officer.call('PUT', `/teams/${team.id}/members/${a}`, { lead: true }));
  const feed = `/organizations/${guild.id}/changes`;
  const cursor = async () => (await done<ChangesView>(guild.officer.call('GET', feed))).next;
  const told = async ({ call }: { call: Call }, after: string) => {
    const { changes } = await done<ChangesView>(call('GET', `${feed}?after=${after}`));
    return changes.filter(({ type }) => type === 'lineup.changed').map(({ subjectId }) => subjectId);
  };
  /** Officer, lead, member. */
  const heard = async (after: string) =>
    Promise.all([guild.officer, lead, member].map((reader) => told(reader, after)));
  const before = await cursor();
  await done(save(event, [place(a, 1), place(b, 2)]));
  expect(await heard(before)).toEqual([[event.id], [event.id], []]);
  const between = await cursor();
  await done(publish(event, 1));
  await done(save(event, [place(b, 2)], 1));
  // The draft does not hide what was published before it.
  expect(await heard(between)).toEqual([[event.id], [event.id], [event.id]]);
  const after = await cursor();
  await done(save(event, [place(b, 3)], 2));
  expect(await heard(after)).toEqual([[event.id], [event.id], []]);
  await done(guild.officer.call('DELETE', `/teams/${team.id}`));
});

test('a person who goes from one boss to another is told, and one who stays at the same bosses is not', async () => {
  const { event, a, b, c } = await planned();
  const [first, second, third] = guild.members as [Member, Member, Member];
  const publishBoth = (version: number) => publish(event, version, 101, [{ encounterId: '102', version }]);
  await done(save(event, [place(a, 1), place(b, 2), place(c, null)], 0, 101));
  await done(save(event, [place(a, 1), place(b, null), place(c, 2)], 0, 102));
  await done(publishBoth(1));
  const told = async (member: Member) =>
    (await inbox(member, 'lineup_published')).filter((one) => one.eventId === event.id).length;
  expect(await Promise.all([first, second, third].map(told))).toEqual([1, 1, 1]);
  await done(save(event, [place(a, 3), place(b, null), place(c, 2)], 1, 101));
  await done(save(event, [place(a, 3), place(b, 2), place(c, null)], 1, 102));
  await done(publishBoth(2));
  expect(await Promise.all([first, second, third].map(told))).toEqual([1, 2, 2]);
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
});

test('two officers save at once: one is refused with the line-up of the other, and together nothing is lost', async () => {
  const { event, a, b } = await planned();
  const second = await joinGuild(app, guild.id);
  await app.ctx.sql(
    'insert into role_holder (organization_id, role_id, user_id) select $1, id, $2 from role where organization_id = $1',
    [guild.id, second.userId],
  );
  await done(save(event, [place(a, 1), place(b, 2)]));
  const answers = await Promise.all([
    save(event, [place(a, 3), place(b, 2)], 1),
    save(event, [place(a, 1), place(b, 4)], 1, 'all', second.call),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  const saved = answers.find(({ status }) => status === 200)?.body as LineupView;
  expect(refused?.body).toMatchObject({ reason: 'changed_meanwhile', current: { version: 2 } });
  // The refusal carries what the first has saved, and the second adds their own change to it.
  const { current } = (refused?.body ?? {}) as { current: LineupView };
  expect(current.places).toEqual(saved.places);
  const mine = answers[0] === refused ? place(a, 3) : place(b, 4);
  const theirs = current.places
    .filter(({ raider }) => raider.id !== mine.raiderId)
    .map(({ raider, group, slot }) => place(raider.id, slot, { group }));
  const merged = await done<LineupView>(save(event, [mine, ...theirs], current.version));
  expect(merged.places.map(({ raider, slot }) => [raider.id, slot])).toEqual(
    [
      [a, 3],
      [b, 4],
    ].toSorted(([, one], [, other]) => Number(one) - Number(other)),
  );
  expect(await refusalOf(publish(event, 2))).toEqual([409, 'changed_meanwhile']);
  const copied = guild.officer.call('POST', `${address(event)}/copy`, { to: '101', version: 7 });
  expect(await refusalOf(copied)).toEqual([409, 'changed_meanwhile']);
  expect((await read(event, guild.officer, 101)).version).toBe(0);
});

test('too many people can be saved and not published; too few, and none of a role, are a warning', async () => {
  const event = await newEvent({ type: 'dungeon', journalInstanceId: null });
  const raiders: string[] = [];
  for (const member of guild.members) raiders.push((await signUp(event, member)).raider.id);
  raiders.push((await signUp(event, guild.officer)).raider.id);
  const places = raiders.map((raiderId, index) => place(raiderId, (index % 5) + 1, { group: index < 5 ? 1 : 2 }));
  const full = await done<LineupView>(save(event, places));
  expect(full).toMatchObject({ size: { min: 5, max: 5 } });
  expect(full.problems).toEqual([
    { kind: 'too_many', blocks: true, count: 1, raider: null },
    { kind: 'no_tank', blocks: false, count: null, raider: null },
    { kind: 'no_healer', blocks: false, count: null, raider: null },
  ]);
  const refused = await publish(event, 1);
  expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
    422,
    'lineup_too_large',
    'This line-up has 6 raiders for 5 places. Move 1 to the bench first.',
  ]);
  expect(await read(event, guild.members[0] as Member)).toMatchObject({ places: [] });
  const few = await done<LineupView>(save(event, [place(raiders[0] ?? '', 1, { role: 'tank' })], 1));
  expect(few.problems.map(({ kind, count }) => [kind, count])).toEqual([
    ['too_few', 4],
    ['no_healer', null],
  ]);
  await done(publish(event, 2));
});

test('a person who declines, withdraws or is away keeps the place, which turns red, and the officer is told', async () => {
  const { event, a, b, c } = await planned();
  const [first, second, third] = guild.members as [Member, Member, Member];
  await done(save(event, [place(a, 1), place(b, 2), place(c, 3)]));
  await done(publish(event, 1));
  const before = (await inbox(guild.officer, 'lineup_gap')).length;
  await done(first.call('PUT', `/events/${event.id}/signup`, { status: 'declined' }));
  await done(second.call('DELETE', `/events/${event.id}/signup`));
  const day = event.startsAt.slice(0, 10);
  const away = third.call('POST', '/auth/me/absences', { from: day, to: day, timeZone: 'UTC' });
  const { id: absence } = await done<{ id: string }>(away);
  const lineup = await read(event, guild.officer);
  expect(lineup.places.map(({ raider, concern }) => [raider.id, concern])).toEqual([
    [a, 'declined'],
    [b, 'withdrawn'],
    [c, 'declined'],
  ]);
  expect(lineup.places[0]?.since).toEqual(expect.any(String));
  expect(lineup.problems.filter(({ raider }) => raider !== null)).toHaveLength(3);
  expect((await read(event, first)).places.map(({ concern }) => concern)).toEqual([null, null, null]);
  const told = await inbox(guild.officer, 'lineup_gap');
  expect(told.length - before).toBe(3);
  expect(told[0]).toMatchObject({ title: 'Raid', eventId: event.id, count: 1 });
  await done(third.call('DELETE', `/auth/me/absences/${absence}`));
  // An officer who did it themselves is not told.
  const { event: other, a: again } = await planned();
  await done(save(other, [place(again, 1)]));
  const [part] = await app.ctx.sql<{ id: string }>(
    'select id from participation where event_id = $1 and raider_id = $2',
    [other.id, again],
  );
  await done(guild.officer.call('PATCH', `/events/${other.id}/participations/${part?.id}`, { status: 'declined' }));
  expect((await inbox(guild.officer, 'lineup_gap')).length).toBe(told.length);
});

test('copying replaces the line-up of another boss, and the check says what each lacks', async () => {
  const { event, a, b, c } = await planned();
  await done(save(event, [place(a, 1, { role: 'tank' }), place(b, null)]));
  const copy = (from: number | 'all', to: string, version: number) =>
    guild.officer.call('POST', `${address(event, from)}/copy`, { to, version });
  expect(await refusalOf(copy('all', '111', 0))).toEqual([422, 'encounter_not_found']);
  const copied = await done<LineupView>(copy('all', '102', 0));
  expect(copied).toMatchObject({ encounter: { id: 102 }, own: true, version: 1 });
  expect(copied.places).toMatchObject([
    { raider: { id: a }, role: 'tank', group: 1 },
    { raider: { id: b }, group: null },
  ]);
  // A boss that follows the night is copied as it shows.
  expect(raidersOf(await done<LineupView>(copy(101, '103', 0)))).toEqual([a, b]);
  const { lineups } = await done<LineupCheckView>(guild.officer.call('GET', `/events/${event.id}/lineups/check`));
  expect(lineups.map(({ encounter }) => encounter?.id ?? null)).toEqual([null, 102, 103]);
  const [night] = lineups;
  expect(night?.problems.map(({ kind }) => kind)).toEqual(['no_healer']);
  const wild = night?.buffs.find(({ key }) => key === 'mark_of_the_wild');
  expect(wild?.have.map(({ raiderId }) => raiderId)).toEqual([]);
  await done(save(event, [place(a, 1, { role: 'tank', characterId: guild.members[0]?.characterId ?? '' })], 1));
  const again = await done<LineupCheckView>(guild.officer.call('GET', `/events/${event.id}/lineups/check`));
  const covered = again.lineups[0]?.buffs.find(({ key }) => key === 'mark_of_the_wild');
  expect(covered?.have.map(({ raiderId }) => raiderId)).toEqual([a]);
  // Everyone who signed up is a druid.
  expect(covered?.could.map(({ raiderId }) => raiderId)).toEqual(expect.arrayContaining([b, c]));
  expect(again.lineups[0]?.armor).toContainEqual({ armor: 'leather', count: 1 });
});

test('the lead of a team plans the events of that team, and no others', async () => {
  const [lead] = guild.members as [Member];
  const team = await done<{ id: string }>(
    guild.officer.call('POST', `/organizations/${guild.id}/teams`, { name: 'Tuesday' }),
  );
  const { event, a } = await planned({ teamId: team.id });
  const other = await newEvent();
  expect(await refusalOf(save(event, [place(a, 1)], 0, 'all', lead.call))).toEqual([403, 'missing_permission']);
  await done(guild.officer.call('PUT', `/teams/${team.id}/members/${a}`, { lead: true }));
  await done(save(event, [place(a, 1)], 0, 'all', lead.call));
  await done(lead.call('POST', `${address(event)}/publish`, { version: 1 }));
  expect(await refusalOf(save(other, [place(a, 1)], 0, 'all', lead.call))).toEqual([403, 'missing_permission']);
  await done(guild.officer.call('DELETE', `/teams/${team.id}`));
});

test('S-05: an erased person leaves every line-up, and the export has their own places', async () => {
  const own = await eventGuild(app, 2);
  const [leaver, other] = own.members as [Member, Member];
  const event = await newEvent({}, own);
  const [gone, stays] = [(await signUp(event, leaver)).raider.id, (await signUp(event, other)).raider.id];
  await done(own.officer.call('PUT', address(event), { version: 0, places: [place(gone, 1), place(stays, 2)] }));
  await done(own.officer.call('POST', `${address(event)}/publish`, { version: 1 }));
  const { lineupPlaces } = await done<PersonalData>(leaver.call('GET', '/auth/me/export'));
  expect(lineupPlaces).toMatchObject([
    { eventId: event.id, event: 'Raid', encounterId: null, published: false, group: 1, slot: 1, role: 'melee' },
    { published: true, group: 1 },
  ]);
  await done(leaver.call('DELETE', '/auth/me'));
  for (const who of [own.officer, other]) expect(raidersOf(await read(event, who))).toEqual([stays]);
  await runErasures(app);
  expect(
    await app.ctx.sql('select from lineup_place p join lineup l on l.id = p.lineup_id where l.event_id = $1', [
      event.id,
    ]),
  ).toHaveLength(2);
  // An officer whose page is older cannot bring them back.
  const late = own.officer.call('PUT', address(event), { version: 1, places: [place(gone, 1), place(stays, 2)] });
  expect(await refusalOf(late)).toEqual([422, 'lineup_place_refused']);
  // The officer may leave too, and what they planned stays.
  await done(own.officer.call('DELETE', '/auth/me'));
  await runErasures(app);
  expect(raidersOf(await read(event, other))).toEqual([stays]);
});

test('places follow a raider who is merged into another, and come back when that is undone', async () => {
  const event = await newEvent();
  const made = (name: string) =>
    done<RaiderView>(guild.officer.call('POST', `/organizations/${guild.id}/raiders`, { name }));
  const [from, into, third] = [await made('Curlybill'), await made('Ruff'), await made('Oakhild')];
  await done(save(event, [place(from.id, 1), place(third.id, 2)]));
  await done(save(event, [place(from.id, 1), place(into.id, 2)], 0, 101));
  const merged = await done<RaiderMovedView>(
    guild.officer.call('POST', `/raiders/${into.id}/merge`, { raiderId: from.id }),
  );
  expect(raidersOf(await read(event, guild.officer))).toEqual([into.id, third.id]);
  expect((await read(event, guild.officer, 101)).places).toMatchObject([{ raider: { id: into.id }, slot: 2 }]);
  expect(await refusalOf(save(event, [place(from.id, 1)], 1))).toEqual([422, 'lineup_place_refused']);
  await done(guild.officer.call('POST', `/organizations/${guild.id}/raider-changes/${merged.changeId}/undo`));
  expect(raidersOf(await read(event, guild.officer))).toEqual([from.id, third.id]);
  expect(raidersOf(await read(event, guild.officer, 101))).toEqual([from.id, into.id]);
});

test('a place that a merge took comes back when that is undone, unless the line-up was planned anew since', async () => {
  const event = await newEvent();
  const made = (name: string) =>
    done<RaiderView>(guild.officer.call('POST', `/organizations/${guild.id}/raiders`, { name }));
  const [from, into, third] = [await made('Curlybill'), await made('Ruff'), await made('Oakhild')];
  const both = [place(from.id, 1, { role: 'tank' }), place(into.id, 2)];
  for (const boss of [101, 102, 103]) await done(save(event, both, 0, boss));
  await done(publish(event, 1, 101));
  const merged = await done<RaiderMovedView>(
    guild.officer.call('POST', `/raiders/${into.id}/merge`, { raiderId: from.id }),
  );
  await done(save(event, [place(third.id, 1), place(into.id, 2)], 1, 102));
  await done(save(event, [place(third.id, 1)], 1, 103));
  await done(guild.officer.call('POST', `/organizations/${guild.id}/raider-changes/${merged.changeId}/undo`));
  const mine = { raider: { id: from.id }, role: 'tank', group: 1, slot: 1 };
  expect((await read(event, guild.officer, 101)).places).toMatchObject([mine, { raider: { id: into.id }, slot: 2 }]);
  const [member] = guild.members as [Member];
  expect(raidersOf(await read(event, member, 101))).toEqual([from.id, into.id]);
  expect((await read(event, guild.officer, 102)).places).toMatchObject([
    { raider: { id: third.id }, slot: 1 },
    { raider: { id: into.id }, slot: 2 },
    { ...mine, group: null, slot: null },
  ]);
  expect(raidersOf(await read(event, guild.officer, 103))).toEqual([third.id]);
});

test('a line-up goes with its event, and with the instance it is out of sight', async () => {
  const { event, a } = await planned();
  await done(save(event, [place(a, 1)], 0, 101));
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { journalInstanceId: 11 }));
  expect((await list(event, guild.officer)).lineups.map(({ encounter }) => encounter?.id ?? null)).toEqual([null, 111]);
  expect(await refusalOf(guild.officer.call('GET', address(event, 101)))).toEqual([422, 'encounter_not_found']);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { journalInstanceId: 10 }));
  expect(raidersOf(await read(event, guild.officer, 101))).toEqual([a]);
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  expect(await refusalOf(publish(event, 1, 101))).toEqual([409, 'event_not_open']);
  await done(guild.officer.call('DELETE', `/events/${event.id}`));
  expect(await app.ctx.sql('select from lineup where event_id = $1', [event.id])).toEqual([]);
});

test('a person who is no member any more is marked as gone', async () => {
  const stranger = await createPerson(app);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, stranger.userId]);
  const [raider] = await app.ctx.sql<{ id: string }>(
    'insert into raider (organization_id, user_id) values ($1, $2) returning id',
    [guild.id, stranger.userId],
  );
  const event = await newEvent();
  const saved = await done<LineupView>(save(event, [place(raider?.id ?? '', 1)]));
  expect(saved.places).toMatchObject([{ concern: null, answer: null, character: null }]);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [stranger.userId]);
  expect((await read(event, guild.officer)).places).toMatchObject([{ concern: 'left' }]);
});

test('a raider without an account who was archived is marked as gone, and keeps the place', async () => {
  const event = await newEvent();
  const guest = await done<RaiderView>(
    guild.officer.call('POST', `/organizations/${guild.id}/raiders`, { name: 'Curlybill' }),
  );
  await done(save(event, [place(guest.id, 1)]));
  await done(publish(event, 1));
  await done(guild.officer.call('PATCH', `/raiders/${guest.id}`, { archived: true }));
  const shown = await read(event, guild.officer);
  expect(shown.places).toMatchObject([{ raider: { id: guest.id }, concern: 'left' }]);
  expect(shown.problems).toContainEqual(expect.objectContaining({ kind: 'left', blocks: false }));
  expect((await read(event, guild.members[0] as Member)).places).toMatchObject([{ concern: null }]);
  await done(save(event, [place(guest.id, 2)], 1));
});

test('a difficulty that the new instance of an event does not offer is none, and the line-up can still be changed', async () => {
  const { event, a, b } = await planned({ journalInstanceId: 11 });
  const [member] = guild.members as [Member];
  const flexible = { version: 0, difficulty: 233, places: [place(a, 1)] };
  await done(guild.officer.call('PUT', address(event), flexible));
  await done(publish(event, 1));
  expect(await read(event, member)).toMatchObject({ difficulty: 233, size: { min: 15, max: 25 } });
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { journalInstanceId: 10 }));
  for (const who of [guild.officer, member]) {
    const { difficulty, size, difficulties } = await read(event, who);
    expect([difficulty, size, difficulties.includes(233)]).toEqual([null, { min: null, max: 30 }, false]);
    expect((await list(event, who)).lineups[0]).toMatchObject({ difficulty: null, size: { max: 30 } });
  }
  const copied = await done<LineupView>(
    guild.officer.call('POST', `${address(event)}/copy`, { to: '101', version: 0 }),
  );
  expect([raidersOf(copied), copied.difficulty]).toEqual([[a], null]);
  // As a page sends it that has read the line-up.
  const changed = { version: 1, difficulty: null, places: [place(a, 1), place(b, 2)] };
  expect(raidersOf(await done<LineupView>(guild.officer.call('PUT', address(event), changed)))).toEqual([a, b]);
  await done(publish(event, 2));
});

test('a line-up is copied out in every format: the draft for officers, for members what is published', async () => {
  const own = await eventGuild(app, 4);
  const stranger = await eventGuild(app);
  const event = await newEvent({ journalInstanceId: null, anyRole: true }, own);
  const names = ['Brynhild', 'Oakhild', 'Ëlric', 'Варя'];
  const raiders: string[] = [];
  for (const [index, member] of own.members.entries()) {
    await app.ctx.sql('update character set name = $2 where id = $1', [member.characterId, names[index]]);
    raiders.push((await signUp(event, member)).raider.id);
  }
  const at = (index: number, slot: number | null) =>
    place(raiders[index] ?? '', slot, { characterId: own.members[index]?.characterId ?? null });
  await done(save(event, [at(0, 1), at(1, 3), at(2, 4), at(3, null)], 0, 'all', own.officer.call));
  const copied = (as: string, who: { call: Call } = own.officer) =>
    done<ExportedLineupView>(who.call('GET', `${address(event)}/export?as=${as}`));

  const [member = own.officer] = own.members;
  for (const as of LineupFormat.options) {
    const { text, leftOut } = await copied(as);
    expect(leftOut).toEqual([]);
    expect(readLineup(text).positions.flatMap((one) => one?.name ?? [])).toEqual(names.slice(0, 3));
  }
  expect((await copied('nsrt')).text).toMatch(/^invitelist:Brynhild-[^,]+,,Oakhild-[^,]+,Ëlric-[^,]+$/);
  expect((await copied('names', member)).text).toBe('');
  await done(own.officer.call('POST', `${address(event)}/publish`, { version: 1 }));
  expect((await copied('names', member)).text).toBe((await copied('names')).text);

  await app.ctx.sql(`update character set region = case region when 'eu' then 'us' else 'eu' end where id = $1`, [
    own.members[1]?.characterId,
  ]);
  await app.ctx.sql('update organization set region = (select region from character where id = $2) where id = $1', [
    own.id,
    own.members[0]?.characterId,
  ]);
  expect((await copied('names')).leftOut).toMatchObject([{ name: 'Oakhild', why: 'region' }]);
  expect(await refusalOf(own.officer.call('GET', `${address(event)}/export?as=excel`))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(stranger.officer.call('GET', `${address(event)}/export?as=csv`))).toEqual([
    404,
    'event_not_found',
  ]);
});

/** A community: its characters play in several regions, on several realms, and in several versions of the game. */
async function community(size: number) {
  const own = await eventGuild(app, size);
  await app.ctx.sql(`update organization set type = 'community' where id = $1`, [own.id]);
  await app.ctx.sql(`update role set permissions = '{canManageEvents,canManageRoster}' where organization_id = $1`, [
    own.id,
  ]);
  const event = await newEvent({ journalInstanceId: null, anyRole: true }, own);
  const raiders: string[] = [];
  for (const member of own.members) raiders.push((await signUp(event, member)).raider.id);
  const become = (index: number, name: string, realm: string, region = 'us', more: object = {}) =>
    app.ctx.sql(
      `update character set name = $2, realm_slug = $3, region = $4, game_version = coalesce($5, 'retail'), faction = $6
       where id = $1`,
      [
        own.members[index]?.characterId,
        name,
        realm,
        region,
        ...['gameVersion', 'faction'].map((key) => more[key as never]),
      ],
    );
  const fill = async (version = 0) => {
    const places = raiders.map((raiderId, index) =>
      place(raiderId, (index % 5) + 1, {
        ...{ characterId: own.members[index]?.characterId ?? null, group: Math.floor(index / 5) + 1 },
      }),
    );
    await done(save(event, places, version, 'all', own.officer.call));
    return places;
  };
  const copied = (as: string, locale = 'en_US') =>
    done<ExportedLineupView>(own.officer.call('GET', `${address(event)}/export?as=${as}&locale=${locale}`));
  return { own, event, become, fill, copied };
}

test('realms are written as the game does, by the region of each character, and those of other regions are named', async () => {
  await app.ctx.sql(
    `insert into realm (region, game_version, id, slug, names, listed) values
       ('us', 'retail', 7001, 'twisting-nether', '{"en_US": "Twisting Nether", "de_DE": "Wirbelnder Nether"}', true),
       ('us', 'retail', 7002, 'azjolnerub', '{"en_US": "Azjol-Nerub"}', true),
       ('us', 'classic-era', 7003, 'twisting-nether', '{"en_US": "Nether of the past"}', true),
       ('eu', 'retail', 7004, 'howling-fjord', '{"en_US": "Howling Fjord", "ru_RU": "Ревущий фьорд"}', true)`,
  );
  const { own, event, become, fill, copied } = await community(6);
  // Two of them have one name.
  await become(0, 'Brynhild', 'twisting-nether');
  await become(1, 'Oakhild', 'azjolnerub');
  await become(2, 'Oakhild', 'twisting-nether');
  await become(3, 'Варя', 'howling-fjord', 'eu');
  await become(4, 'Ëlric', 'not-known-yet');
  await become(5, 'Ancient', 'twisting-nether', 'us', { gameVersion: 'classic-era' });
  const places = await fill();
  expect((await copied('nsrt')).text).toBe(
    'invitelist:Brynhild-TwistingNether,Oakhild-AzjolNerub,Oakhild-TwistingNether,,Ëlric-notknownyet',
  );
  for (const as of LineupFormat.options) {
    const { text, leftOut } = await copied(as);
    expect(leftOut).toEqual([
      { name: 'Варя', realm: 'Howling Fjord', why: 'region' },
      { name: 'Ancient', realm: 'Nether of the past', why: 'game_version' },
    ]);
    const names = readLineup(text).positions.flatMap((one) =>
      one ? `${one.name}-${one.realm?.replaceAll(/[ -]/g, '')}` : [],
    );
    expect(names).toEqual([
      'Brynhild-TwistingNether',
      'Oakhild-AzjolNerub',
      'Oakhild-TwistingNether',
      'Ëlric-notknownyet',
    ]);
  }
  expect((await copied('names', 'de_DE')).text).toMatch(/^Brynhild-WirbelnderNether;Oakhild-AzjolNerub;/);
  expect((await copied('names', 'ru_RU')).leftOut[0]).toMatchObject({ realm: 'Ревущий фьорд' });

  // The name by which the guild calls a raider is not that of a character.
  const guest = await done<RaiderView>(
    own.officer.call('POST', `/organizations/${own.id}/raiders`, { name: 'Curlybill' }),
  );
  await done(save(event, [...places.slice(0, 3), place(guest.id, 4)], 1, 'all', own.officer.call));
  const { text, leftOut } = await copied('macro');
  expect(leftOut).toEqual([{ name: 'Curlybill', realm: null, why: 'no_character' }]);
  expect(text).not.toMatch('Curlybill');
});

test('40 people of two factions are copied out in Classic with the faction that most of them have', async () => {
  const { become, fill, copied } = await community(40);
  const name = (index: number) => `Raider${'abcdefgh'[Math.floor(index / 5)]}${'abcde'[index % 5]}`;
  for (let index = 0; index < 40; index += 1) {
    const faction = index % 8 === 0 ? 'alliance' : 'horde';
    await become(index, name(index), 'stormvale', 'us', { gameVersion: 'classic-era', faction });
  }
  await fill();
  const horde = Array.from({ length: 40 }, (_, index) => (index % 8 === 0 ? [] : name(index))).flat();
  for (const as of LineupFormat.options) {
    const { text, leftOut } = await copied(as);
    expect(leftOut.map(({ why }) => why)).toEqual(Array(5).fill('faction'));
    expect(readLineup(text).positions.flatMap((one) => one?.name ?? [])).toEqual(horde);
  }
});
