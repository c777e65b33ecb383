import type { EventCreatedView, SeriesView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack, refusalOf } from '../../../test/events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 2);
});
afterAll(() => app[Symbol.asyncDispose]());

const dayIn = (days: number) => inHours(days * 24).slice(0, 10);
const series = (days: number[], input: object = {}) =>
  done<EventCreatedView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Vault', type: 'raid', scope: 'guild', durationMinutes: 60, timeZone: 'UTC' },
      localStart: `${dayIn(days[0] ?? 0)}T20:00`,
      recurringDates: days.map(dayIn),
      slots: [
        { roleKey: 'tank', max: 1 },
        { roleKey: 'healer', max: 2 },
      ],
      ...input,
    }),
  );
const read = (who: Member, id: string | undefined) => who.call('GET', `/events/${id}/series`);

test('refuses strangers and single events', async () => {
  const [a] = guild.members as [Member];
  const events = await series([3, 10]);
  const elsewhere = await eventGuild(app, 1);
  expect(await refusalOf(read(elsewhere.members[0] as Member, events.id))).toEqual([404, 'event_not_found']);
  const single = await series([3], { recurringDates: undefined });
  expect(await refusalOf(read(a, single.id))).toEqual([409, 'not_in_series']);
});

test('a series lists its events in order, how full they are, and what the caller answered', async () => {
  const [a, b] = guild.members as [Member, Member];
  const { series: made } = await series([2, 9, 16], { signupDeadline: `${dayIn(2)}T19:00:00.000Z` });
  const [past, second, third] = made.map(({ id }) => id);
  await moveBack(app, past ?? '', 24 * 4);
  await done(a.call('PUT', `/events/${second}/signup`, { characterId: a.characterId, roleKey: 'tank' }));
  await done(b.call('PUT', `/events/${second}/signup`, { status: 'declined' }));
  const view = await done<SeriesView>(read(a, third));
  expect(view.events.map(({ id, signedUp, slots, mine, open }) => [id, signedUp, slots, mine, open])).toEqual([
    [past, 0, 3, null, false],
    [second, 1, 3, 'signed_up', true],
    [third, 0, 3, null, true],
  ]);
});

test('drafts of a series are listed for those alone who may edit them', async () => {
  const [a] = guild.members as [Member];
  const { series: made } = await series([4, 11], { status: 'draft' });
  const [first, second] = made.map(({ id }) => id);
  await done(guild.officer.call('POST', `/events/${first}/publish`, {}));
  const idsFor = async (who: Member) => (await done<SeriesView>(read(who, first))).events.map(({ id }) => id);
  expect(await idsFor(a)).toEqual([first]);
  expect(await idsFor(guild.officer as Member)).toEqual([first, second]);
});
