/** Lists of events: upcoming, past, open ranges, and all guilds of a person. */
import type { EventListView, EventView, MyEventListView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack, refusalOf } from '../../../test/events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const raid = ({ id, officer }: EventGuild, title: string, startsAt: string, more: object = {}) =>
  done<EventView>(
    officer.call('POST', `/organizations/${id}/events`, {
      title,
      type: 'raid',
      scope: 'guild',
      startsAt,
      durationMinutes: 120,
      ...more,
    }),
  );

async function titles({ id, officer }: EventGuild, query: string): Promise<string[]> {
  const { events } = await done<EventListView>(officer.call('GET', `/organizations/${id}/events?${query}`));
  return events.map(({ title }) => title);
}

/** Days apart whatever the time of day is: events here lie at least 25 hours from the days asked for. */
const day = (hours: number) => inHours(hours).slice(0, 10);

test('shows the slots of an event as they were last ordered', async () => {
  const guild = await eventGuild(app);
  const slots = (...roles: string[]) => ({ slots: roles.map((roleKey, index) => ({ roleKey, max: 10 + index })) });
  const { id } = await raid(guild, 'reordered', inHours(48), slots('tank', 'healer', 'melee'));
  await done(guild.officer.call('PATCH', `/events/${id}`, slots('melee', 'tank', 'healer')));
  const { events } = await done<EventListView>(guild.officer.call('GET', `/organizations/${guild.id}/events`));
  expect(events.map((event) => event.slots)).toEqual([
    [
      { roleKey: 'melee', max: 10, signedUp: 0, waitlist: 0 },
      { roleKey: 'tank', max: 11, signedUp: 0, waitlist: 0 },
      { roleKey: 'healer', max: 12, signedUp: 0, waitlist: 0 },
    ],
  ]);
});

test('lists upcoming events soonest first, and past ones latest first', async () => {
  const guild = await eventGuild(app);
  for (const [title, hours] of [
    ['in ten years', 87_600],
    ['in two days', 48],
    ['now', 1],
    ['yesterday', 24],
    ['last week', 24],
  ] as const) {
    const { id } = await raid(guild, title, inHours(hours));
    if (title === 'now') await moveBack(app, id, 2);
    if (title === 'yesterday') await moveBack(app, id, 60);
    if (title === 'last week') await moveBack(app, id, 8 * 24);
  }
  expect(await titles(guild, '')).toEqual(['now', 'in two days', 'in ten years']);
  expect(await titles(guild, 'when=upcoming&pageSize=2')).toEqual(['now', 'in two days']);
  expect(await titles(guild, 'when=upcoming&sortOrder=desc')).toEqual(['in ten years', 'in two days', 'now']);
  expect(await titles(guild, 'when=past')).toEqual(['yesterday', 'last week']);
  expect(await titles(guild, 'when=past&sortOrder=asc')).toEqual(['last week', 'yesterday']);

  expect(await titles(guild, `startDate=${day(48)}`)).toEqual(['in two days', 'in ten years']);
  expect(await titles(guild, `endDate=${day(-26)}`)).toEqual(['yesterday', 'last week']);
  expect(await titles(guild, `startDate=2001-01-01`)).toEqual([
    'last week',
    'yesterday',
    'now',
    'in two days',
    'in ten years',
  ]);
  expect(await titles(guild, `startDate=2001-01-01&when=past`)).toEqual(['yesterday', 'last week']);
  const window = `startDate=${day(-24 * 9)}&endDate=${day(48)}`;
  expect(await titles(guild, window)).toEqual(['last week', 'yesterday', 'now', 'in two days']);
  expect(await titles(guild, `${window}&pageSize=3&page=2`)).toEqual(['in two days']);
  expect(await titles(guild, `${window}&sortOrder=desc&when=past`)).toEqual(['yesterday', 'last week']);
});

test('a person reads the events of all their guilds, with their answers, and of no other guild', async () => {
  const [own, second, foreign] = [await eventGuild(app), await eventGuild(app), await eventGuild(app)];
  const [member] = own.members as [Member];
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [second.id, member.userId]);
  const first = await raid(own, 'first', inHours(24));
  await raid(second, 'second', inHours(48));
  await raid(own, 'third', inHours(72));
  await raid(own, 'draft', inHours(80), { status: 'draft' });
  await raid(foreign, 'foreign', inHours(24));
  await done(member.call('PUT', `/events/${first.id}/signup`, { characterId: member.characterId }));
  const mine = (who: Member, query = '') => done<MyEventListView>(who.call('GET', `/auth/me/events?${query}`));
  const { events, pagination } = await mine(member);
  expect(events.map(({ title, organization, mine: part }) => [title, organization.id, part?.status ?? null])).toEqual([
    ['first', own.id, 'signed_up'],
    ['second', second.id, null],
    ['third', own.id, null],
  ]);
  expect(pagination.total).toBe(3);
  expect((await mine(member, 'mine=true')).events.map(({ title }) => title)).toEqual(['first']);
  expect((await mine(member, 'when=past')).events).toEqual([]);
  expect((await mine(own.officer)).events.map(({ title }) => title)).toEqual(['first', 'third', 'draft']);
  expect(events[0]?.abilityRules).toEqual([{ action: 'read', subject: 'Event' }]);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [member.userId]);
  expect(await mine(member)).toMatchObject({ events: [], pagination: { total: 0 } });
  expect((await app.http.get('/api/v1/auth/me/events')).status).toBe(401);
  expect(await refusalOf(own.officer.call('GET', '/auth/me/events?when=soon'))).toEqual([400, 'invalid_input']);
});
