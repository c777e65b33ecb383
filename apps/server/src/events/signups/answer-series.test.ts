import type { EventCreatedView, EventView } from '@guildhall/contracts/event.ts';
import type { SeriesAnsweredView } from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import {
  createCharacter,
  done,
  type EventGuild,
  eventGuild,
  inHours,
  joinGuild,
  type Member,
  moveBack,
  refusalOf,
} from '../../../test/events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 4);
});
afterAll(() => app[Symbol.asyncDispose]());

const dayIn = (days: number) => inHours(days * 24).slice(0, 10);

/** A series at 20:00 UTC, in the given numbers of days. */
const series = (days: number[], input: object = {}) =>
  done<EventCreatedView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Vault', type: 'raid', scope: 'guild', durationMinutes: 60, timeZone: 'UTC' },
      localStart: `${dayIn(days[0] ?? 0)}T20:00`,
      recurringDates: days.map(dayIn),
      slots: [{ roleKey: 'tank', max: 1 }],
      ...input,
    }),
  );
const answer = (who: Member, eventId: string | undefined, input: object = {}) =>
  who.call('PUT', `/events/${eventId}/series-signup`, { characterId: who.characterId, roleKey: 'tank', ...input });
const mine = async (who: Member, id: string | undefined) =>
  (await done<EventView>(who.call('GET', `/events/${id}`))).mine?.status ?? null;
const all = (who: Member, { series: events }: EventCreatedView) => Promise.all(events.map(({ id }) => mine(who, id)));

test('refuses strangers, single events, foreign characters, and answers without a character', async () => {
  const [a, b] = guild.members as [Member, Member];
  const events = await series([3, 10]);
  const elsewhere = await eventGuild(app, 1);
  expect(await refusalOf(answer(elsewhere.members[0] as Member, events.id))).toEqual([404, 'event_not_found']);
  expect(await refusalOf(answer(a, events.id, { characterId: b.characterId }))).toEqual([404, 'character_not_found']);
  expect(await refusalOf(answer(a, events.id, { characterId: undefined }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(answer(a, events.id, { apply: 'all' }))).toEqual([400, 'invalid_input']);
  const single = await series([3], { recurringDates: undefined });
  expect(await refusalOf(answer(a, single.id))).toEqual([409, 'not_in_series']);
  expect(await all(a, events)).toEqual([null, null]);
});

test('one answer covers the events of a series that have not begun, and a full one has its waitlist', async () => {
  const [a, b] = guild.members as [Member, Member];
  const events = await series([2, 9, 16, 23]);
  const [past, second, third, fourth] = events.series.map(({ id }) => id);
  await moveBack(app, past ?? '', 24 * 4);
  await done(b.call('PUT', `/events/${third}/signup`, { characterId: b.characterId, roleKey: 'tank' }));
  const answered = await done<SeriesAnsweredView>(answer(a, third));
  expect(answered.answered.map(({ eventId, status, position }) => [eventId, status, position])).toEqual([
    [second, 'signed_up', null],
    [third, 'waitlist', 1],
    [fourth, 'signed_up', null],
  ]);
  expect(answered.skipped).toEqual([]);
  expect(await all(a, events)).toEqual([null, 'signed_up', 'waitlist', 'signed_up']);

  expect(
    await done<SeriesAnsweredView>(answer(a, third, { apply: 'following', status: 'declined', replace: true })),
  ).toMatchObject({ answered: [{ eventId: third }, { eventId: fourth }], skipped: [] });
  expect(await all(a, events)).toEqual([null, 'signed_up', 'declined', 'declined']);
});

test('leaves earlier answers, days of an absence and closed events as they are, and says which', async () => {
  const [, , c] = guild.members as [Member, Member, Member];
  const events = await series([4, 11, 18, 25]);
  const [first, second, third, fourth] = events.series.map(({ id }) => id);
  await done(c.call('PUT', `/events/${first}/signup`, { status: 'declined' }));
  await done(c.call('POST', '/auth/me/absences', { from: dayIn(11), to: dayIn(11), timeZone: 'UTC' }));
  await done(guild.officer.call('PATCH', `/events/${third}`, { signupDeadline: inHours(-1) }));
  const answered = await done<SeriesAnsweredView>(answer(c, first));
  expect(answered.skipped.map(({ eventId, why }) => [eventId, why])).toEqual([
    [first, 'answered'],
    [second, 'away'],
    [third, 'signup_closed'],
  ]);
  expect(await all(c, events)).toEqual(['declined', null, null, 'signed_up']);
  // Asked for, it replaces them. A repeated request has nothing left to do.
  const replaced = await done<SeriesAnsweredView>(answer(c, first, { replace: true }));
  expect(replaced.answered.map(({ eventId }) => eventId)).toEqual([first, fourth]);
  const again = await done<SeriesAnsweredView>(answer(c, first));
  expect([again.answered, again.skipped.length]).toEqual([[], 4]);
});

test('an archived character is refused in every event', async () => {
  const late = await joinGuild(app, guild.id);
  const events = await series([5, 12]);
  const archived = await createCharacter(app, late.userId);
  await app.ctx.sql('update character set archived_at = now() where id = $1', [archived]);
  const { answered, skipped } = await done<SeriesAnsweredView>(answer(late, events.id, { characterId: archived }));
  expect([answered, skipped.map(({ why }) => why)]).toEqual([[], ['character_archived', 'character_archived']]);
});
