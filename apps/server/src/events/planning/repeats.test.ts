/** Repeated requests, concurrent changes, and growing series. */
import type { AbsenceAddedView } from '@guildhall/contracts/absence.ts';
import type { EventCreatedView, EventListView, EventView, SeriesExtendedView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack, refusalOf } from '../../../test/events.ts';
import { cleanUp } from '../../identity/sessions/clean-up.ts';

let app: TestApp;
let guild: EventGuild;
let member: Member;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 1);
  [member] = guild.members as [Member];
});
afterAll(() => app[Symbol.asyncDispose]());

const RAID = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: '2083-05-31T18:00:00Z', durationMinutes: 120 };
const createIn = (id: string, who: Member, input: object = {}) =>
  who.call('POST', `/organizations/${id}/events`, { ...RAID, ...input });
const create = async (input: object = {}) => done<EventCreatedView>(createIn(guild.id, guild.officer, input));

function sendOnce(path: string, key: string, body: object, { token }: Member = guild.officer) {
  return app.http.post(`/api/v1${path}`).auth(token, { type: 'bearer' }).set('Idempotency-Key', key).send(body);
}

test('the same request with the same key creates one event, even in parallel', async () => {
  const own = await eventGuild(app);
  const path = `/organizations/${own.id}/events`;
  const send = (body: object = RAID, key = 'once') => sendOnce(path, key, body, own.officer);
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const again = await send({ ...RAID, startsAt: '2083-05-31T20:00:00+02:00' });
  expect([again.status, again.headers['idempotent-replayed'], again.body.id]).toEqual([
    200,
    'true',
    answers[0]?.body.id,
  ]);
  const other = await send({ ...RAID, title: 'Another' });
  expect([other.status, other.body.code, other.body.reason]).toEqual([
    422,
    'UNPROCESSABLE_CONTENT',
    'idempotency_key_reused',
  ]);
  expect((await send(RAID, 'x'.repeat(256))).status).toBe(400);
  expect((await send(RAID, 'another')).status).toBe(201);
  const { pagination } = await done<EventListView>(own.officer.call('GET', path));
  expect(pagination.total).toBe(2);

  // Refused requests are not remembered.
  expect((await send({ ...RAID, journalInstanceId: 1_999_999_999 }, 'refused')).status).toBe(400);
  expect((await send(RAID, 'refused')).status).toBe(201);
  await app.ctx.sql(`update created_by_key set created_at = now() - interval '25 hours'`);
  expect((await send()).status).toBe(201);
  await cleanUp(app.ctx);
  expect(await app.ctx.sql('select from created_by_key')).toHaveLength(1);
});

test('repeated requests create posts and absences only once', async () => {
  await app.ctx.sql(`update role set permissions = permissions || '{canManageContent}' where organization_id = $1`, [
    guild.id,
  ]);
  const news = { title: 'News', body: 'Flasks' };
  const posts = [1, 2].map(() => sendOnce(`/organizations/${guild.id}/posts`, 'news', news));
  const [first, second] = await Promise.all(posts);
  expect([first?.status, second?.status].toSorted()).toEqual([200, 201]);
  expect(first?.body.id).toBe(second?.body.id);
  const days = { from: '2083-01-01', to: '2083-01-02' };
  const away = await sendOnce('/auth/me/absences', 'away', days, member);
  const again = await sendOnce('/auth/me/absences', 'away', days, member);
  expect([away.status, again.status, (again.body as AbsenceAddedView).id]).toEqual([201, 200, away.body.id]);
  expect((await sendOnce('/auth/me/absences', 'news', days)).status).toBe(422);
});

test('only one of two concurrent changes to the same version of an event succeeds', async () => {
  const { id, version } = await create();
  const change = (input: object) => guild.officer.call('PATCH', `/events/${id}`, { ...input, version });
  const answers = await Promise.all([change({ title: 'One' }), change({ title: 'Two' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.reason).toBe('event_changed');
  const now = () => done<EventView>(guild.officer.call('GET', `/events/${id}`));
  expect((await now()).version).toBe(version + 1);
  // Nothing changes, so no client is told to reload.
  await done(guild.officer.call('PATCH', `/events/${id}`, { type: 'raid' }));
  await done(member.call('PUT', `/events/${id}/signup`, { characterId: member.characterId }));
  expect((await now()).version).toBe(version + 1);
  await done(guild.officer.call('POST', `/events/${id}/cancel`));
  expect((await now()).version).toBe(version + 2);
});

test('creating a series answers with all of its events', async () => {
  const { series, localStart } = await create({
    startsAt: undefined,
    localStart: '2083-03-21T20:00',
    timeZone: 'Europe/Berlin',
    recurringDates: ['2083-03-28', '2083-04-04'],
  });
  expect([localStart, series.map((event) => event.localStart), series.map(({ startsAt }) => startsAt)]).toEqual([
    '2083-03-21T20:00',
    ['2083-03-21T20:00', '2083-03-28T20:00', '2083-04-04T20:00'],
    ['2083-03-21T19:00:00.000Z', '2083-03-28T18:00:00.000Z', '2083-04-04T18:00:00.000Z'],
  ]);
  expect((await create()).series).toEqual([]);
});

test('extending a series copies the named event to all given dates or to none', async () => {
  const slots = [{ roleKey: 'tank', max: 2 }];
  const first = await create({
    startsAt: undefined,
    localStart: '2083-03-21T20:00',
    timeZone: 'Europe/Berlin',
    recurringDates: ['2083-03-28'],
    slots,
    signupDeadline: '2083-03-21T18:00:00Z',
  });
  const path = `/events/${first.id}/extend-series`;
  const extend = (...dates: string[]) => guild.officer.call('POST', path, { dates });
  expect(await refusalOf(member.call('POST', path, { dates: ['2083-04-04'] }))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(extend('2083-04-04', '2083-03-28'))).toEqual([400, 'same_start_twice']);
  expect(await refusalOf(extend('2083-04-04', '2020-01-01'))).toEqual([409, 'event_in_past']);
  const alone = await create();
  expect(
    await refusalOf(guild.officer.call('POST', `/events/${alone.id}/extend-series`, { dates: ['2083-04-04'] })),
  ).toEqual([409, 'not_in_series']);

  const body = { dates: ['2083-04-11T21:00', '2083-04-04'] };
  const answer = await sendOnce(path, 'extend', body);
  const { added, recurringSeriesId } = answer.body as SeriesExtendedView;
  expect([answer.status, recurringSeriesId, added.map(({ localStart }) => localStart)]).toEqual([
    201,
    first.recurringSeriesId,
    ['2083-04-04T20:00', '2083-04-11T21:00'],
  ]);
  expect((await sendOnce(path, 'extend', body)).body).toEqual(answer.body);
  const event = await done<EventView>(member.call('GET', `/events/${added[0]?.id}`));
  expect(event).toMatchObject({
    title: 'Raid',
    status: 'published',
    recurringSeriesId,
    slots: [{ roleKey: 'tank', max: 2, signedUp: 0, waitlist: 0 }],
    startsAt: '2083-04-04T18:00:00.000Z',
    endsAt: '2083-04-04T20:00:00.000Z',
    signupDeadline: '2083-04-04T17:00:00.000Z',
  });
  const all = Array.from({ length: 52 }, (_, week) =>
    new Date(Date.UTC(2084, 0, 1 + 7 * week)).toISOString().slice(0, 10),
  );
  for (const hour of ['01', '02', '03', '04']) await done(extend(...all.map((date) => `${date}T${hour}:00`)));
  expect(await refusalOf(extend(...all.map((date) => `${date}T05:00`)))).toEqual([409, 'too_many_events']);
});

test('a member can plan a limited number of group events, an officer any number', async () => {
  const own = await eventGuild(app, 1);
  const [maker] = own.members as [Member];
  const series = (who: Member, year: number, count = 52) =>
    createIn(own.id, who, {
      scope: 'group',
      startsAt: `${year}-01-01T20:00:00Z`,
      recurringDates: Array.from({ length: count }, (_, week) =>
        new Date(Date.UTC(year, 0, 1 + 7 * week)).toISOString().slice(0, 10),
      ),
    });
  const first = await done<EventCreatedView>(series(maker, 2083));
  await done(series(maker, 2084));
  expect(await refusalOf(createIn(own.id, maker, { scope: 'group' }))).toEqual([409, 'too_many_events']);
  await done(maker.call('POST', `/events/${first.id}/cancel`));
  await done(createIn(own.id, maker, { scope: 'group' }));
  expect(await refusalOf(series(maker, 2085, 2))).toEqual([409, 'too_many_events']);
  for (const year of [2083, 2084, 2085]) await done(series(own.officer, year));
});

test('a cancelled event can be deleted, and an active one has to be cancelled first', async () => {
  const event = await create();
  const remove = () => guild.officer.call('DELETE', `/events/${event.id}`);
  const refused = await remove();
  expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
    409,
    'invalid_transition',
    expect.stringContaining('Cancel this event first'),
  ]);
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`));
  await done(remove());
  expect((await guild.officer.call('GET', `/events/${event.id}`)).status).toBe(404);
  const over = await create({ startsAt: inHours(24) });
  await moveBack(app, over.id, 30);
  await done(guild.officer.call('POST', `/events/${over.id}/complete`));
  expect(await refusalOf(guild.officer.call('DELETE', `/events/${over.id}`))).toEqual([409, 'invalid_transition']);
});
