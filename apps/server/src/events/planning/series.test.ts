import type { MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type {
  EventListView,
  EventLogView,
  EventView,
  SeriesChangeView,
  SeriesPreviewView,
} from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, moveBack, refusalOf } from '../../../test/events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 1, { timeZone: 'Europe/Berlin' });
});
afterAll(() => app[Symbol.asyncDispose]());

const RAID = { title: 'Raid night', type: 'raid', scope: 'guild', durationMinutes: 180 };

async function series(dates: string[], input: object = {}): Promise<EventView[]> {
  const first = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      ...RAID,
      localStart: `${dates[0]}T20:00`,
      recurringDates: dates,
      ...input,
    }),
  );
  return eventsOf(first);
}

async function eventsOf({ recurringSeriesId }: Pick<EventView, 'recurringSeriesId'>): Promise<EventView[]> {
  const { events } = await done<EventListView>(
    guild.officer.call('GET', `/guilds/${guild.id}/events?startDate=2001-01-01&pageSize=200`),
  );
  return events.filter((event) => event.recurringSeriesId === recurringSeriesId);
}

const edit = (event: EventView | undefined, apply: string, input: object) =>
  guild.officer.call('PATCH', `/events/${event?.id}?apply=${apply}`, { ...input });
const localsOf = (events: EventView[]) => events.map(({ localStart }) => localStart);

test('a raid at eight stays at eight across clock changes in both hemispheres', async () => {
  const north = await series(['2083-03-21', '2083-03-28', '2083-04-04'], { timeZone: 'Europe/Berlin' });
  expect(north.map(({ startsAt }) => startsAt)).toEqual([
    '2083-03-21T19:00:00.000Z',
    '2083-03-28T18:00:00.000Z',
    '2083-04-04T18:00:00.000Z',
  ]);
  const south = await series(['2083-03-28', '2083-04-04', '2083-04-11'], { timeZone: 'Australia/Sydney' });
  expect(south.map(({ startsAt }) => startsAt)).toEqual([
    '2083-03-28T09:00:00.000Z',
    '2083-04-04T10:00:00.000Z',
    '2083-04-11T10:00:00.000Z',
  ]);
  expect(new Set([...localsOf(north), ...localsOf(south)].map((local) => local.slice(11)))).toEqual(new Set(['20:00']));
});

test('skipped times move forward, repeated ones are the first, and the series keeps the requested time', async () => {
  const spring = await series(['2083-03-27', '2083-03-28'], {
    localStart: '2083-03-27T02:30',
    timeZone: 'Europe/Berlin',
  });
  expect(spring.map(({ startsAt }) => startsAt)).toEqual(['2083-03-27T01:30:00.000Z', '2083-03-28T01:30:00.000Z']);
  expect(localsOf(spring)).toEqual(['2083-03-27T02:30', '2083-03-28T03:30']);
  await done(edit(spring[1], 'this', { timeZone: 'Europe/London' }));
  expect((await eventsOf(spring[1] as EventView)).map(({ localStart }) => localStart)).toEqual([
    '2083-03-27T02:30',
    '2083-03-28T02:30',
  ]);
  await done(edit(spring[1], 'this', { timeZone: 'Europe/Berlin' }));
  const [moved] = [await done<EventView>(edit(spring[1], 'this', { localStart: '2083-03-29T02:30' }))];
  expect(moved?.startsAt).toBe('2083-03-29T00:30:00.000Z');
  const autumn = await series(['2083-10-30', '2083-10-31'], {
    localStart: '2083-10-30T02:30',
    timeZone: 'Europe/Berlin',
  });
  expect(autumn.map(({ startsAt }) => startsAt)).toEqual(['2083-10-30T00:30:00.000Z', '2083-10-31T00:30:00.000Z']);
  // The second occurrence of the hour is addressed by its instant.
  const second = await done<EventView>(edit(autumn[1], 'this', { startsAt: '2083-10-31T01:30:00Z' }));
  expect([second.startsAt, second.localStart]).toEqual(['2083-10-31T01:30:00.000Z', '2083-10-31T02:30']);
});

test('a series is created whole or not at all, including its start and days with another time', async () => {
  const count = async () => (await app.ctx.sql('select from event')).length;
  const before = await count();
  const input = { ...RAID, localStart: '2083-01-05T20:00', recurringDates: ['2083-01-12', '2083-01-12'] };
  expect(await refusalOf(guild.officer.call('POST', `/guilds/${guild.id}/events`, input))).toEqual([
    400,
    'same_start_twice',
  ]);
  const unknown = { ...input, recurringDates: ['2083-01-12', '2083-01-32'] };
  expect((await guild.officer.call('POST', `/guilds/${guild.id}/events`, unknown)).status).toBe(400);
  expect(await count()).toBe(before);
  const whole = await series(['2083-01-12', '2083-01-19T21:30'], {
    localStart: '2083-01-05T20:00',
    slots: [{ roleKey: 'tank', max: 2 }],
  });
  expect(localsOf(whole)).toEqual(['2083-01-05T20:00', '2083-01-12T20:00', '2083-01-19T21:30']);
  expect(whole.every(({ slots }) => slots[0]?.max === 2)).toBe(true);
  const year = await series(
    Array.from({ length: 52 }, (_, week) => new Date(Date.UTC(2084, 0, 4 + 7 * week)).toISOString().slice(0, 10)),
  );
  expect(year).toHaveLength(52);
});

test('edits of one, following or all events keep changes to single events and days with another time', async () => {
  const events = await series(['2083-02-01', '2083-02-08', '2083-02-15', '2083-02-22T18:00']);
  const [first, second, third, fourth] = events;
  expect(
    await refusalOf(
      edit(
        await done(guild.officer.call('POST', `/guilds/${guild.id}/events`, { ...RAID, startsAt: inHours(90) })),
        'all',
        { title: 'x' },
      ),
    ),
  ).toEqual([409, 'not_in_series']);
  expect((await edit(second, 'none', { title: 'x' })).status).toBe(400);

  await done(edit(second, 'this', { title: 'Special', durationMinutes: 60 }));
  await done(edit(third, 'this', { localStart: '2083-02-16T21:00' }));
  // Works in the body as in the query.
  await done(
    guild.officer.call('PATCH', `/events/${first?.id}`, { apply: 'all', title: 'Weekly', durationMinutes: 120 }),
  );
  let now = await eventsOf(events[0] as EventView);
  expect(now.map(({ title }) => title)).toEqual(['Weekly', 'Special', 'Weekly', 'Weekly']);
  const minutes = (event: EventView) => (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000;
  expect(now.map(minutes)).toEqual([120, 60, 120, 120]);

  // One day later: events with a different hour keep it, and the one that was moved individually stays.
  await done(edit(first, 'all', { localStart: '2083-02-02T20:00' }));
  now = await eventsOf(events[0] as EventView);
  expect(localsOf(now)).toEqual(['2083-02-02T20:00', '2083-02-09T20:00', '2083-02-16T21:00', '2083-02-23T18:00']);
  await done(edit(second, 'following', { localStart: '2083-02-09T19:30' }));
  now = await eventsOf(events[0] as EventView);
  expect(localsOf(now)).toEqual(['2083-02-02T20:00', '2083-02-09T19:30', '2083-02-16T21:00', '2083-02-23T19:30']);
  // The local time stays the same in another zone.
  await done(edit(first, 'all', { timeZone: 'America/New_York' }));
  now = await eventsOf(events[0] as EventView);
  expect(now.map(({ startsAt }) => startsAt)).toEqual([
    '2083-02-03T01:00:00.000Z',
    '2083-02-10T00:30:00.000Z',
    '2083-02-16T20:00:00.000Z',
    '2083-02-24T00:30:00.000Z',
  ]);
  const { entries } = await done<EventLogView>(guild.officer.call('GET', `/events/${fourth?.id}/log`));
  expect(entries.map(({ why }) => why)).toContain('Edited with its series (following).');
});

test('an edit of a series, and a change to its upcoming events, leave past and completed ones as they are', async () => {
  const now = Date.now();
  const soon = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const events = await series([soon(2), soon(9), soon(16), soon(23)], {
    localStart: `${soon(2)}T12:00`,
    timeZone: 'UTC',
  });
  const [completed, running, next, last] = events;
  await moveBack(app, completed?.id ?? '', 24 * 10);
  await done(guild.officer.call('POST', `/events/${completed?.id}/complete`, {}));
  await moveBack(app, running?.id ?? '', 24 * 10);
  const before = (await eventsOf(events[0] as EventView)).filter(
    ({ id }) => id === completed?.id || id === running?.id,
  );

  await done(edit(next, 'all', { title: 'New name', slots: [{ roleKey: 'tank', max: 3 }] }));
  await done(edit(completed, 'all', { description: 'Bring flasks' }));
  const unchanged = (await eventsOf(events[0] as EventView)).filter(
    ({ id }) => id === completed?.id || id === running?.id,
  );
  expect(unchanged).toEqual(before);
  expect(
    (await eventsOf(events[0] as EventView)).slice(2).map(({ title, description }) => [title, description]),
  ).toEqual([
    ['New name', 'Bring flasks'],
    ['New name', 'Bring flasks'],
  ]);

  const shifted = (event: EventView | undefined, days: number) => ({
    localStart: new Date(Date.parse(`${event?.localStart}Z`) + days * 86_400_000).toISOString().slice(0, 16),
  });
  expect(await refusalOf(edit(next, 'following', shifted(next, -30)))).toEqual([409, 'event_in_past']);
  expect(await refusalOf(edit(next, 'following', { endsAt: inHours(24 * 365) }))).toEqual([400, 'invalid_input']);
  // The completed event is in the future here: an officer may complete an event once it has started, and move it later.
  await app.ctx.sql(`update event set starts_at = $2, ends_at = $2::timestamptz + interval '3 hours' where id = $1`, [
    completed?.id,
    `${soon(13)}T13:00:00Z`,
  ]);
  expect(await refusalOf(edit(next, 'following', shifted(next, -3)))).toEqual([409, 'overlaps_completed_event']);
  await done(edit(last, 'this', { localStart: `${soon(20)}T12:00` }));
  expect(await refusalOf(edit(next, 'following', shifted(next, 4)))).toEqual([409, 'same_start_twice']);
  expect((await eventsOf(events[0] as EventView)).map(({ localStart }) => localStart.slice(0, 10))).toContain(soon(16));

  const cancelled = await done<SeriesChangeView>(
    guild.officer.call('POST', `/events/${next?.id}/cancel-series`, { apply: 'upcoming', reason: 'Holidays' }),
  );
  expect([cancelled.changed.toSorted(), cancelled.kept.toSorted()]).toEqual([
    [next?.id, last?.id].toSorted(),
    [completed?.id, running?.id].toSorted(),
  ]);
  expect((await eventsOf(events[0] as EventView)).map(({ status }) => status).toSorted()).toEqual([
    'cancelled',
    'cancelled',
    'completed',
    'published',
  ]);
  const deleted = await done<SeriesChangeView>(
    guild.officer.call('DELETE', `/events/${completed?.id}/delete-series?apply=upcoming`),
  );
  expect(deleted.changed.toSorted()).toEqual([next?.id, last?.id].toSorted());
  expect((await eventsOf(events[0] as EventView)).map(({ id }) => id).toSorted()).toEqual(
    [completed?.id, running?.id].toSorted(),
  );
});

test('one event, it and the following, or a whole series can be cancelled or deleted', async () => {
  const [first, second, third, fourth] = await series(['2083-04-01', '2083-04-08', '2083-04-15', '2083-04-22']);
  const post = (event: EventView | undefined, verb: string, body: object = {}) =>
    guild.officer.call('POST', `/events/${event?.id}/${verb}`, { ...body });
  expect((await post(third, 'cancel-series?apply=some')).status).toBe(400);
  expect((await guild.officer.call('DELETE', `/events/${third?.id}/delete-series?apply=some`)).status).toBe(400);
  await done(post(first, 'cancel'));
  const cancelled = await done<SeriesChangeView>(post(third, 'cancel-series?apply=following', { reason: 'Holidays' }));
  expect([cancelled.changed, cancelled.kept]).toEqual([
    [third?.id, fourth?.id],
    [first?.id, second?.id],
  ]);
  const states = async () => (await eventsOf(first as EventView)).map(({ status }) => status);
  expect(await states()).toEqual(['cancelled', 'published', 'cancelled', 'cancelled']);
  const deleted = await done<SeriesChangeView>(
    guild.officer.call('DELETE', `/events/${fourth?.id}/delete-series?apply=following`),
  );
  expect([deleted.changed, deleted.kept]).toEqual([[fourth?.id], [first?.id, second?.id, third?.id]]);
  const rest = await done<SeriesChangeView>(post(third, 'cancel-series'));
  expect([rest.changed, rest.kept]).toEqual([[second?.id], [first?.id, third?.id]]);
  expect(await refusalOf(post(third, 'cancel-series'))).toEqual([409, 'nothing_to_change']);
  expect(await refusalOf(edit(first, 'all', { title: first?.title }))).toEqual([409, 'nothing_to_change']);
  const one = await done<SeriesChangeView>(
    guild.officer.call('DELETE', `/events/${first?.id}/delete-series?apply=this`),
  );
  expect([one.changed, one.kept]).toEqual([[first?.id], [second?.id, third?.id]]);
});

/** Two events that took place, one with attendance, and two to come, one with a sign-up. */
async function seriesWithAPast(days: [string, string, string, string]) {
  const events = await series(days, { slots: [{ roleKey: 'tank', max: 2 }] });
  const [first, second, third] = events;
  const [member] = guild.members;
  if (!member) throw new Error('No member');
  for (const event of [first, third]) {
    await done(member.call('PUT', `/events/${event?.id}/signup`, { characterId: member.characterId, roleKey: 'tank' }));
  }
  for (const [event, days] of [
    [first, 14],
    [second, 7],
  ] as const) {
    await app.ctx.sql(
      `update event set starts_at = now() - $2 * interval '1 day', ends_at = now() - $2 * interval '1 day' + interval '3 hours' where id = $1`,
      [event?.id, days],
    );
    await done(guild.officer.call('POST', `/events/${event?.id}/complete`, {}));
  }
  await done(
    guild.officer.call('POST', `/events/${first?.id}/attendance`, {
      entries: [{ userId: member.userId, attendance: 'present' }],
    }),
  );
  return { events, member };
}

const countedFor = async ({ call, userId }: (typeof guild.members)[number]) =>
  (await done<MemberAttendance[]>(call('GET', `/organizations/${guild.id}/attendance-stats?explain=${userId}`)))[0]
    ?.eventsCounted ?? 0;

test('cancelling a series cancels events that took place too, keeps their attendance, and stops counting it', async () => {
  const { events, member } = await seriesWithAPast(['2083-07-01', '2083-07-08', '2083-07-15', '2083-07-22']);
  const [first] = events;
  const counted = await countedFor(member);
  const cancelled = await done<SeriesChangeView>(guild.officer.call('POST', `/events/${first?.id}/cancel-series`, {}));
  expect(cancelled).toMatchObject({ kept: [], signups: 2, attendance: 1 });
  expect(cancelled.changed).toHaveLength(4);
  expect((await eventsOf(first as EventView)).map(({ status }) => status)).toEqual(Array(4).fill('cancelled'));
  const kept = await app.ctx.sql('select attendance from participation where event_id = $1', [first?.id]);
  expect(kept).toEqual([{ attendance: 'present' }]);
  expect(await countedFor(member)).toBe(counted - 1);
});

test('deleting a series removes events that took place too, and counts what went', async () => {
  const { events } = await seriesWithAPast(['2083-08-01', '2083-08-08', '2083-08-15', '2083-08-22']);
  const [first] = events;
  const deleted = await done<SeriesChangeView>(guild.officer.call('DELETE', `/events/${first?.id}/delete-series`));
  expect(deleted).toMatchObject({ kept: [], signups: 2, attendance: 1 });
  expect(deleted.changed).toHaveLength(4);
  expect(await eventsOf(first as EventView)).toEqual([]);
});

test('a preview shows an officer what a change to a series would do, and changes nothing', async () => {
  const { events, member } = await seriesWithAPast(['2083-09-01', '2083-09-08', '2083-09-15', '2083-09-22']);
  const [first, second, third, fourth] = events;
  const preview = (event: EventView | undefined, query: string, who: Pick<typeof member, 'call'> = guild.officer) =>
    who.call('GET', `/events/${event?.id}/series-preview?${query}`);
  expect(await refusalOf(preview(first, 'change=delete&apply=all', member))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(preview(first, 'change=remove&apply=all'))).toEqual([400, 'invalid_input']);
  const of = async (event: EventView | undefined, query: string) => {
    const { events, kept, signups, attendance } = await done<SeriesPreviewView>(preview(event, query));
    return [events.map(({ id }) => id), kept, signups, attendance];
  };
  const ids = events.map(({ id }) => id);
  const past = ids.filter((id) => id === first?.id || id === second?.id);
  expect(await of(third, 'change=delete&apply=upcoming')).toEqual([[third?.id, fourth?.id], 2, 1, 0]);
  expect(await of(fourth, 'change=cancel&apply=following')).toEqual([[fourth?.id], 3, 0, 0]);
  expect(await of(third, 'change=cancel&apply=all')).toEqual([[...past, third?.id, fourth?.id], 0, 2, 1]);
  expect(await of(first, 'change=edit&apply=all')).toEqual([[third?.id, fourth?.id], 2, 1, 0]);
  expect(await of(first, 'change=edit&apply=this')).toEqual([[], 4, 0, 0]);
  expect((await eventsOf(first as EventView)).map(({ id }) => id)).toEqual(ids);
});

test('cancelling a series cancels its drafts without revealing them, and a single event has no series', async () => {
  const drafts = await series(['2083-05-01', '2083-05-08'], { status: 'draft', title: 'Secret' });
  const [member] = guild.members;
  const seenBy = async (who = member) => {
    const list = await who?.call('GET', `/guilds/${guild.id}/events?startDate=2083-05-01&endDate=2083-05-31`);
    const one = await who?.call('GET', `/events/${drafts[1]?.id}`);
    return [(list?.body as EventListView | undefined)?.events.length, one?.status];
  };
  expect(await seenBy()).toEqual([0, 404]);
  await done(guild.officer.call('POST', `/events/${drafts[0]?.id}/cancel-series`, {}));
  expect((await eventsOf(drafts[0] as EventView)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  expect([await seenBy(), await seenBy(guild.officer)]).toEqual([
    [0, 404],
    [2, 200],
  ]);
  await done(guild.officer.call('POST', `/events/${drafts[1]?.id}/reopen`, {}));
  expect(await seenBy()).toEqual([1, 200]);
  const single = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, { ...RAID, startsAt: inHours(50) }),
  );
  expect(await refusalOf(guild.officer.call('POST', `/events/${single.id}/cancel-series`, {}))).toEqual([
    409,
    'not_in_series',
  ]);
  expect(await refusalOf(guild.officer.call('DELETE', `/events/${single.id}/delete-series`))).toEqual([
    409,
    'not_in_series',
  ]);
});

test('a series refuses fewer slots than one of its events has sign-ups', async () => {
  const [member] = guild.members;
  const events = await series(['2083-06-01', '2083-06-08'], { slots: [{ roleKey: 'tank', max: 2 }] });
  for (const who of [guild.officer, member]) {
    await done(
      who?.call('PUT', `/events/${events[1]?.id}/signup`, { characterId: who.characterId, roleKey: 'tank' }) as never,
    );
  }
  const less = { title: 'Smaller', slots: [{ roleKey: 'tank', max: 1 }] };
  expect(await refusalOf(edit(events[0], 'all', less))).toEqual([409, 'slots_below_signups']);
  expect((await eventsOf(events[0] as EventView)).map(({ title, slots }) => [title, slots[0]?.max])).toEqual([
    ['Raid night', 2],
    ['Raid night', 2],
  ]);
});
