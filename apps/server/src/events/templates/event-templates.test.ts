import type { EventView } from '@guildhall/contracts/event.ts';
import type {
  EventFromTemplateView,
  EventTemplateListView,
  EventTemplateView,
} from '@guildhall/contracts/event-template.ts';
import type { LineupListView, LineupView } from '@guildhall/contracts/lineup.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { PlanNoteView } from '@guildhall/contracts/plan-note.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import type { TeamView } from '@guildhall/contracts/team.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, type Member, refusalOf } from '../../../test/events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await founded();
  await app.ctx.sql(`insert into journal_expansion (id) values (1)`);
  await app.ctx.sql(
    `insert into journal_instance (id, expansion_id, category) values (10, 1, 'raid'), (11, 1, 'raid')`,
  );
  await app.ctx.sql(
    `insert into journal_encounter (id, instance_id, position) values (101, 10, 1), (102, 10, 2), (111, 11, 1)`,
  );
});
afterAll(() => app[Symbol.asyncDispose]());

async function founded(): Promise<EventGuild> {
  const made = await eventGuild(app, 3);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canViewRoster,canManageRoles}' where organization_id = $1`,
    [made.id],
  );
  return made;
}

const newEvent = (input: object = {}, { officer, id }: EventGuild = guild) =>
  done<EventView>(
    officer.call('POST', `/organizations/${id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', localStart: '2086-01-01T19:30', timeZone: 'Europe/Berlin' },
      ...{ durationMinutes: 150, journalInstanceId: 10, ...input },
    }),
  );
const signUp = ({ id }: EventView, { call, characterId }: Member, more: Record<string, string> = {}) =>
  done<ParticipationView>(call('PUT', `/events/${id}/signup`, { characterId, ...more }));
const place = (raiderId: string, slot: number | null, more: object = {}) => ({
  ...{ raiderId, role: 'melee', group: slot === null ? null : 1, slot, ...more },
});
const plan = (event: EventView, boss: number | 'all', places: object[], { officer } = guild) =>
  done(officer.call('PUT', `/events/${event.id}/lineups/${boss}`, { version: 0, difficulty: 15, places }));
const note = (event: EventView, boss: number | 'all', text: string) =>
  done(guild.officer.call('PUT', `/events/${event.id}/notes/${boss}`, { version: 0, text }));
const address = ({ id } = guild) => `/organizations/${id}/event-templates`;
const keep = (event: EventView, name = 'Tuesday', of = guild) =>
  done<EventTemplateView>(of.officer.call('POST', address(of), { name, eventId: event.id }));
const make = ({ id }: EventTemplateView, body: Record<string, string | number | string[]>, of = guild) =>
  done<EventFromTemplateView>(of.officer.call('POST', `/event-templates/${id}/events`, body));
const lineup = (eventId: string, boss: number | 'all' = 'all', of = guild) =>
  done<LineupView>(of.officer.call('GET', `/events/${eventId}/lineups/${boss}`));
const raidersOf = ({ places }: LineupView) => places.map(({ raider }) => raider.id);

test('outsiders find no template, members may not use one, and an event of another guild makes none', async () => {
  const template = await keep(await newEvent());
  const other = await founded();
  const [member] = guild.members;
  const foreign = await newEvent({}, other);
  for (const { call } of [other.officer, member as Member]) {
    const expected = call === member?.call ? [403, 'missing_permission'] : [404, 'event_template_not_found'];
    expect(await refusalOf(call('PATCH', `/event-templates/${template.id}`, { name: 'Mine' }))).toEqual(expected);
    expect(await refusalOf(call('DELETE', `/event-templates/${template.id}`))).toEqual(expected);
    expect(await refusalOf(call('POST', `/event-templates/${template.id}/events`, { day: '2086-02-01' }))).toEqual(
      expected,
    );
  }
  const { call } = guild.officer;
  expect(await refusalOf(call('POST', address(), { name: 'Theirs', eventId: foreign.id }))).toEqual([
    404,
    'event_not_found',
  ]);
  expect(await refusalOf(call('PATCH', `/event-templates/${template.id}`, { eventId: foreign.id }))).toEqual([
    404,
    'event_not_found',
  ]);
  for (const body of [{}, { day: '2086-02-01', localStart: '2086-02-01T20:00' }, { day: '1.2.2086' }]) {
    expect(await refusalOf(call('POST', `/event-templates/${template.id}/events`, body))).toEqual([
      400,
      'invalid_input',
    ]);
  }
});

test('a series from a template has all its fields, its line-ups and its notes', async () => {
  const event = await newEvent({
    ...{ title: 'Heroic', description: 'Bring _food_', signupDeadline: '2086-01-01T17:00:00.000Z', anyRole: true },
    slots: [
      { roleKey: 'tank', max: 2 },
      { roleKey: 'melee', max: 18 },
    ],
  });
  const [first, second] = await Promise.all(
    guild.members.slice(0, 2).map((member) => signUp(event, member, { roleKey: 'melee' })),
  );
  const [a, b] = [first?.raider.id ?? '', second?.raider.id ?? ''];
  await plan(event, 'all', [place(a, 1, { characterId: guild.members[0]?.characterId }), place(b, null)]);
  await plan(event, 102, [place(b, 3)]);
  await note(event, 'all', 'Be on time');
  await note(event, 101, 'time:18;tag:everyone;text:Shield Wall;');
  const template = await keep(event, 'Heroic night');
  expect(template).toMatchObject({
    ...{ name: 'Heroic night', title: 'Heroic', description: 'Bring _food_', localTime: '19:30', durationMinutes: 150 },
    ...{
      timeZone: 'Europe/Berlin',
      signupClosesMinutes: 90,
      anyRole: true,
      journalInstance: { id: 10 },
      scope: 'guild',
    },
    ...{
      slots: [
        { roleKey: 'tank', max: 2 },
        { roleKey: 'melee', max: 18 },
      ],
      lineups: 2,
      notes: 2,
    },
  });

  const made = await make(template, { day: '2086-03-05', recurringDates: ['2086-03-05', '2086-03-12'] });
  expect(made.leftOut).toEqual([]);
  expect(made.series.map(({ localStart }) => localStart)).toEqual(['2086-03-05T19:30', '2086-03-12T19:30']);
  for (const { id } of made.series) {
    const read = await done<EventView>(guild.officer.call('GET', `/events/${id}`));
    expect(read).toMatchObject({
      ...{ title: 'Heroic', description: 'Bring _food_', anyRole: true, journalInstance: { id: 10 } },
      ...{
        slots: [
          { roleKey: 'tank', max: 2 },
          { roleKey: 'melee', max: 18 },
        ],
      },
    });
    expect(Date.parse(read.startsAt) - Date.parse(read.signupDeadline ?? '')).toBe(90 * 60_000);
    const night = await lineup(id);
    expect(night.places.map(({ raider, slot, character }) => [raider.id, slot, character?.characterId])).toEqual([
      [a, 1, guild.members[0]?.characterId],
      [b, null, undefined],
    ]);
    expect([night.difficulty, night.draft, night.publishedAt]).toEqual([15, true, null]);
    expect(raidersOf(await lineup(id, 102))).toEqual([b]);
    expect((await done<PlanNoteView>(guild.officer.call('GET', `/events/${id}/notes/all`))).text).toBe('Be on time');
    expect((await done<PlanNoteView>(guild.officer.call('GET', `/events/${id}/notes/101`))).mine).toEqual([1]);
  }
  // Nothing is shown to members before an officer publishes it.
  const seen = await done<LineupListView>((guild.members[0] as Member).call('GET', `/events/${made.id}/lineups`));
  expect(seen.lineups.map(({ placed, publishedAt }) => [placed, publishedAt])).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);

  // Another raid keeps what is for the whole night, without the difficulty.
  const elsewhere = await make(template, { localStart: '2086-04-01T21:00', title: 'Other', journalInstanceId: 11 });
  expect([elsewhere.title, elsewhere.localStart, elsewhere.series]).toEqual(['Other', '2086-04-01T21:00', []]);
  expect((await lineup(elsewhere.id)).difficulty).toBeNull();
  expect(raidersOf(await lineup(elsewhere.id))).toEqual([a, b]);
  expect(
    (await done<LineupListView>(guild.officer.call('GET', `/events/${elsewhere.id}/lineups`))).lineups,
  ).toMatchObject([{ own: true }, { own: false }]);
});

test('a repeated request creates nothing twice', async () => {
  const event = await newEvent();
  const { raider } = await signUp(event, guild.members[0] as Member);
  await plan(event, 'all', [place(raider.id, 1)]);
  const template = await keep(event, 'Once');
  const send = () =>
    fetch(`${app.url}/api/v1/event-templates/${template.id}/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${guild.officer.token}`,
        'content-type': 'application/json',
        'idempotency-key': template.id,
      },
      body: JSON.stringify({ day: '2086-05-01' }),
    });
  const [one, two] = [await send(), await send()];
  const [made, again] = [(await one.json()) as EventView, (await two.json()) as EventView];
  expect([one.status, two.status, again.id]).toEqual([201, 200, made.id]);
  expect(raidersOf(await lineup(made.id))).toEqual([raider.id]);
});

test('raiders who have left or are not in the team get no place, and are named', async () => {
  const own = await founded();
  const { call } = own.officer;
  const [stays, leaves, erased] = own.members as [Member, Member, Member];
  const team = await done<TeamView>(call('POST', `/organizations/${own.id}/teams`, { name: 'Tuesday' }));
  const event = await newEvent({}, own);
  const [a, b, c] = await Promise.all([stays, leaves, erased].map((member) => signUp(event, member)));
  const guest = await done<RaiderView>(call('POST', `/organizations/${own.id}/raiders`, { name: 'Curlybill' }));
  const ids = [a, b, c].map((one) => one?.raider.id ?? '');
  await plan(event, 'all', [...ids.map((id, index) => place(id, index + 1)), place(guest.id, 4)], own);
  const template = await keep(event, 'Tuesday', own);

  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [leaves.userId]);
  await done(erased.call('DELETE', '/auth/me'));
  await runErasures(app);
  const open = await make(template, { day: '2086-03-05' }, own);
  expect(raidersOf(await lineup(open.id, 'all', own))).toEqual([ids[0], guest.id]);
  expect(open.leftOut).toEqual([{ raider: expect.objectContaining({ id: ids[1] }), why: 'left' }]);

  await done(call('PUT', `/teams/${team.id}/members/${ids[0]}`, {}));
  const teams = await make(template, { day: '2086-03-06', teamId: team.id }, own);
  expect(raidersOf(await lineup(teams.id, 'all', own))).toEqual([ids[0]]);
  expect(teams.leftOut.map(({ raider, why }) => [raider.id, why]).toSorted()).toEqual(
    [
      [ids[1], 'left'],
      [guest.id, 'other_team'],
    ].toSorted(),
  );
});

test('a lead plans with the templates of their team alone', async () => {
  const own = await founded();
  const { call } = own.officer;
  const [lead] = own.members as [Member];
  const team = await done<TeamView>(call('POST', `/organizations/${own.id}/teams`, { name: 'Tuesday' }));
  const event = await newEvent({ teamId: team.id }, own);
  const { raider } = await signUp(event, lead);
  await done(call('PUT', `/teams/${team.id}/members/${raider.id}`, { lead: true }));
  const theirs = await keep(event, 'Of the team', own);
  const others = await keep(await newEvent({}, own), 'Of the guild', own);
  const { templates } = await done<EventTemplateListView>(lead.call('GET', address(own)));
  expect(templates.map(({ id }) => id)).toEqual([theirs.id]);
  await done(lead.call('POST', `/event-templates/${theirs.id}/events`, { day: '2086-03-05' }));
  expect(await refusalOf(lead.call('POST', `/event-templates/${others.id}/events`, { day: '2086-03-05' }))).toEqual([
    403,
    'missing_permission',
  ]);
});

test('a template says that its team is archived, and makes events for the whole guild then', async () => {
  const own = await founded();
  const { call } = own.officer;
  const [lead] = own.members as [Member];
  const team = await done<TeamView>(call('POST', `/organizations/${own.id}/teams`, { name: 'Tuesday' }));
  const event = await newEvent({ teamId: team.id }, own);
  const { raider } = await signUp(event, lead);
  await done(call('PUT', `/teams/${team.id}/members/${raider.id}`, { lead: true }));
  const template = await keep(event, 'Of the team', own);
  expect([template.team?.id, template.archivedTeam]).toEqual([team.id, null]);
  await done(call('PATCH', `/teams/${team.id}`, { archived: true }));
  const { templates } = await done<EventTemplateListView>(call('GET', address(own)));
  expect(templates.map((one) => [one.id, one.team, one.archivedTeam])).toEqual([[template.id, null, 'Tuesday']]);
  expect(await refusalOf(lead.call('POST', `/event-templates/${template.id}/events`, { day: '2086-03-05' }))).toEqual([
    403,
    'missing_permission',
  ]);
  expect((await make(template, { day: '2086-03-05' }, own)).team).toBeNull();
});

test('an archived guild makes no event of a template, and neither saves nor proposes', async () => {
  const own = await founded();
  const { call } = own.officer;
  const event = await newEvent({}, own);
  const template = await keep(event, 'Before', own);
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [own.id]);
  const refused = await Promise.all([
    refusalOf(call('POST', `/event-templates/${template.id}/events`, { day: '2086-03-05' })),
    refusalOf(call('POST', address(own), { name: 'After', eventId: event.id })),
    refusalOf(call('PATCH', `/event-templates/${template.id}`, { name: 'After' })),
    refusalOf(call('DELETE', `/event-templates/${template.id}`)),
    refusalOf(call('POST', `/organizations/${own.id}/splits/propose`, { eventId: event.id, runs: 2 })),
  ]);
  expect(new Set(refused.map((one) => one.join()))).toEqual(new Set(['409,organization_archived']));
  expect((await done<EventTemplateListView>(call('GET', address(own)))).templates).toHaveLength(1);
});

test('numbers and texts out of all bounds, and teams and instances that are not there, are refused', async () => {
  const own = await founded();
  const { call } = own.officer;
  const theirs = await done<TeamView>(
    guild.officer.call('POST', `/organizations/${guild.id}/teams`, { name: 'Elsewhere' }),
  );
  const event = await newEvent({}, own);
  const template = await keep(event, 'Bounds', own);
  const use = (body: object) => call('POST', `/event-templates/${template.id}/events`, { day: '2086-03-05', ...body });
  for (const body of [
    { durationMinutes: 1e15 },
    { journalInstanceId: 2 ** 40 },
    { slots: [{ roleKey: 'tank', max: 1e9 }] },
    { title: 'a'.repeat(10_000) },
    { day: '9999-99-99' },
  ]) {
    expect([body, (await use(body)).status]).toEqual([body, 400]);
  }
  expect(await refusalOf(use({ teamId: theirs.id }))).toEqual([404, 'team_not_found']);
  expect((await use({ journalInstanceId: 4_711 })).status).toBe(400);
  expect(await refusalOf(call('POST', address(own), { name: ' ', eventId: event.id }))).toEqual([400, 'invalid_input']);
  const { events } = await done<{ events: EventView[] }>(call('GET', `/organizations/${own.id}/events`));
  expect(events).toHaveLength(1);
});

test('a template is renamed, taken anew from an event, and deleted, and there are at most 50', async () => {
  const own = await founded();
  const { call } = own.officer;
  const template = await keep(await newEvent({}, own), 'Monday', own);
  const renamed = { ...template, name: 'Tuesday' };
  expect(await done(call('PATCH', `/event-templates/${template.id}`, { name: ' Tuesday ' }))).toEqual(renamed);
  const event = await newEvent({ title: 'Anew' }, own);
  const { raider } = await signUp(event, own.members[0] as Member);
  await plan(event, 'all', [place(raider.id, 1)], own);
  for (const _ of [1, 2]) {
    const anew = await done<EventTemplateView>(call('PATCH', `/event-templates/${template.id}`, { eventId: event.id }));
    expect(anew).toMatchObject({ id: template.id, name: 'Tuesday', title: 'Anew', lineups: 1 });
  }
  await app.ctx.sql(
    `insert into event_template (organization_id, name, title, type, scope, local_time, time_zone, minutes, any_role, counts_for_attendance, slots)
     select $1, 'Full', 'Full', 'raid', 'guild', '20:00', 'UTC', 60, false, true, '[]' from generate_series(1, 49)`,
    [own.id],
  );
  expect(await refusalOf(call('POST', address(own), { name: 'More', eventId: event.id }))).toEqual([
    409,
    'too_many_event_templates',
  ]);
  await done(call('DELETE', `/event-templates/${template.id}`));
  expect(await refusalOf(call('DELETE', `/event-templates/${template.id}`))).toEqual([404, 'event_template_not_found']);
  expect(raidersOf(await lineup(event.id, 'all', own))).toEqual([raider.id]);
});
