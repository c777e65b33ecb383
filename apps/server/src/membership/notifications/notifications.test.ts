import type { EventView } from '@guildhall/contracts/event.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, refusalOf } from '../../../test/events.ts';
import { bringIn, eventually, syncRoster } from '../../../test/guild.ts';
import { hold, newMember, seedOrganization, seedRole } from '../../../test/members.ts';
import { createPerson } from '../../../test/people.ts';
import { anyPicture } from '../../../test/pictures.ts';
import { connect } from '../../../test/sockets.ts';
import { freeLostSlots } from '../../events/signups/free-slots.ts';
import { cleanUp } from '../../identity/sessions/clean-up.ts';

let app: TestApp;
let guild: EventGuild;
let first: Member;
let second: Member;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { MODERATION: 'manual' } });
  guild = await eventGuild(app, 2);
  const [one, two] = guild.members;
  if (!one || !two) throw new Error('Too few members');
  [first, second] = [one, two];
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.ctx.sql('delete from notification'));

type Who = Pick<Member, 'call'>;
const inbox = (who: Who, query = '') => done<NotificationsView>(who.call('GET', `/auth/me/notifications${query}`));
const kindsOf = async (who: Who) => (await inbox(who)).notifications.map(({ kind }) => kind);
const plan = (input: object = {}) =>
  done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title: 'Raid night',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: [{ roleKey: 'tank', max: 1 }],
      ...input,
    }),
  );
const signUp = (who: Member, { id }: { id: string }) =>
  done(who.call('PUT', `/events/${id}/signup`, { characterId: who.characterId, roleKey: 'tank' }));
const write = (who: Pick<Member, 'userId'>, count: number) =>
  app.ctx.sql(
    `insert into notification (user_id, kind) select $1, 'picture_refused' from generate_series(1, $2::int)`,
    [who.userId, count],
  );

test('attendees are notified immediately when they move up and when an event moves or is cancelled', async () => {
  const event = await plan();
  await signUp(first, event);
  await signUp(second, event);
  using socket = await connect(app, { extraHeaders: { Authorization: `Bearer ${second.token}` } });
  const heard: string[] = [];
  socket.socket.on('notification.changed', ({ subjectId }) => void heard.push(subjectId));

  await done(first.call('DELETE', `/events/${event.id}/signup`));
  await eventually(async () => expect(heard).toHaveLength(1));
  const startsAt = inHours(72);
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { startsAt }));
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { title: 'Late raid' }));
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, { reason: 'Too few of us' }));
  await eventually(async () => expect(heard).toHaveLength(3));

  const { notifications, unread } = await inbox(second);
  expect(unread).toBe(3);
  expect(notifications.map(({ id }) => id).toSorted()).toEqual(heard.toSorted());
  const organization = { id: guild.id, alias: null, name: 'Guild' };
  const about = { organization, eventId: event.id, count: 1, readAt: null };
  expect(notifications).toMatchObject([
    { ...about, kind: 'event_cancelled', title: 'Late raid', reason: 'Too few of us', startsAt },
    { ...about, kind: 'event_moved', title: 'Raid night', startsAt, previousStartsAt: event.startsAt },
    { ...about, kind: 'waitlist_promoted', title: 'Raid night', startsAt: event.startsAt },
  ]);
  // One withdrew, the other did it.
  expect([await kindsOf(first), await kindsOf(guild.officer)]).toEqual([[], []]);

  await done(guild.officer.call('DELETE', `/events/${event.id}`));
  expect((await inbox(second)).notifications.map(({ eventId }) => eventId)).toEqual([null, null, null]);
});

const partOf = async (who: Member, { id }: { id: string }) =>
  (await done<EventView>(who.call('GET', `/events/${id}`))).mine?.id ?? '';
const move = async (who: Member, event: EventView, input: object) =>
  done(guild.officer.call('PATCH', `/events/${event.id}/participations/${await partOf(who, event)}`, { ...input }));

test('a member whom an officer moves or removes is notified of the new place, with the reason', async () => {
  const event = await plan({
    anyRole: true,
    slots: [
      { roleKey: 'tank', max: 1 },
      { roleKey: 'healer', max: 1 },
    ],
  });
  await signUp(first, event);
  await move(first, event, { roleKey: 'healer' });
  await done(second.call('PUT', `/events/${event.id}/signup`, { characterId: second.characterId, roleKey: 'healer' }));
  await move(first, event, { status: 'waitlist', reason: 'Somebody with more gear' });
  await move(first, event, { note: 'Nothing moves' });
  await move(first, event, { status: 'tentative' });
  await move(first, event, { status: 'declined', reason: 'Too late' });
  await move(first, event, { status: 'signed_up', roleKey: 'tank', characterId: first.characterId });
  // The role has room, so the service gives the place back at once.
  await move(first, event, { status: 'waitlist' });
  const about = { title: 'Raid night', eventId: event.id, startsAt: event.startsAt };
  const [back, ...moves] = (await inbox(first)).notifications;
  expect(back?.kind).toBe('waitlist_promoted');
  expect(moves).toMatchObject([
    { ...about, kind: 'moved', status: 'signed_up', roleKey: 'tank', reason: null },
    { ...about, kind: 'place_lost', status: 'declined', roleKey: null, reason: 'Too late' },
    { ...about, kind: 'moved', status: 'tentative', reason: null },
    { ...about, kind: 'place_lost', status: 'waitlist', roleKey: 'healer', reason: 'Somebody with more gear' },
    { ...about, kind: 'moved', status: 'signed_up', roleKey: 'healer', reason: null },
  ]);
  expect(await kindsOf(second)).toEqual(['waitlist_promoted']);
  expect(await kindsOf(guild.officer)).toEqual([]);
});

test('a member whose character can no longer come is notified that the place is lost', async () => {
  const event = await plan();
  await signUp(second, event);
  await app.ctx.sql('update character set archived_at = now() where id = $1', [second.characterId]);
  await freeLostSlots(app.ctx);
  await app.ctx.sql('update character set archived_at = null where id = $1', [second.characterId]);
  const { notifications } = await inbox(second);
  expect(notifications.filter(({ eventId }) => eventId === event.id)).toMatchObject([
    { kind: 'place_lost', status: 'declined', reason: null },
  ]);
});

test('an event moved to a day on which a participant is away notifies them too', async () => {
  const event = await plan();
  await signUp(first, event);
  const [from, to] = [inHours(24 * 20).slice(0, 10), inHours(24 * 22).slice(0, 10)];
  const { id } = await done<{ id: string }>(first.call('POST', '/auth/me/absences', { from, to }));
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { startsAt: inHours(24 * 21) }));
  expect(await kindsOf(first)).toEqual(['event_moved']);
  await done(first.call('DELETE', `/auth/me/absences/${id}`));
});

test('members who ask for it are notified of new events, once for a series, and drafts when they are published', async () => {
  const ask = (kinds: string[]) => second.call('PATCH', '/auth/me/preferences', { requestedNotifications: kinds });
  expect(await refusalOf(ask(['event_moved']))).toEqual([400, 'invalid_input']);
  await plan();
  expect(await kindsOf(second)).toEqual([]);
  expect(await done(ask(['event_new']))).toMatchObject({ requestedNotifications: ['event_new'] });
  const days = [1, 2].map((week) => inHours(24 * 7 * week).slice(0, 16));
  const event = await plan({
    startsAt: undefined,
    localStart: days[0],
    timeZone: 'UTC',
    recurringDates: days.map((day) => day.slice(0, 10)),
  });
  const draft = await plan({ status: 'draft' });
  const about = { kind: 'event_new', organization: { id: guild.id }, title: 'Raid night' };
  expect((await inbox(second)).notifications).toMatchObject([{ ...about, eventId: event.id, count: 2 }]);
  await done(guild.officer.call('POST', `/events/${draft.id}/publish`, {}));
  expect((await inbox(second)).notifications).toMatchObject([
    { ...about, eventId: draft.id, count: 1 },
    { ...about, eventId: event.id },
  ]);
  expect([await kindsOf(first), await kindsOf(guild.officer)]).toEqual([[], []]);
  await done(ask([]));
});

test('a change to a series notifies each person once, about the next event they planned to attend', async () => {
  const days = [1, 2, 3].map((week) => inHours(24 * 7 * week).slice(0, 16));
  const event = await plan({
    startsAt: undefined,
    localStart: days[0],
    timeZone: 'UTC',
    recurringDates: days.map((day) => day.slice(0, 10)),
  });
  const [, later] = await app.ctx.sql<{ id: string }>(
    'select id from event where recurring_series_id = $1 order by starts_at',
    [event.recurringSeriesId],
  );
  await signUp(first, event);
  await signUp(first, later ?? event);
  await done(guild.officer.call('POST', `/events/${event.id}/cancel-series`, { apply: 'all' }));
  expect((await inbox(first)).notifications).toMatchObject([{ kind: 'event_cancelled', eventId: event.id, count: 2 }]);
});

test('the inbox is paged, and people can mark one or all of only their own notifications as read', async () => {
  await write(first, 7);
  await write(second, 1);
  const page = await inbox(first, '?pageSize=5');
  expect([page.notifications.length, page.unread]).toEqual([5, 7]);
  const rest = await inbox(first, `?pageSize=5&before=${page.next}`);
  expect([rest.notifications.length, rest.next]).toEqual([2, null]);
  const ids = [...page.notifications, ...rest.notifications].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());

  const [newest = ''] = ids;
  const read = (who: Who, id: string) => done(who.call('POST', `/auth/me/notifications/${id}/read`));
  expect(await read(second, newest)).toEqual({ unread: 1 });
  expect(await read(first, newest)).toEqual({ unread: 6 });
  expect(await read(first, newest)).toEqual({ unread: 6 });
  expect((await inbox(first, '?unread=true')).notifications.map(({ id }) => id)).toEqual(ids.slice(1));
  expect(await done(first.call('POST', '/auth/me/notifications/read'))).toEqual({ unread: 0 });
  expect(await done(first.call('GET', '/auth/me/notifications/unread'))).toEqual({ unread: 0 });
  expect(await done(second.call('GET', '/auth/me/notifications/unread'))).toEqual({ unread: 1 });
  await app.http.get('/api/v1/auth/me/notifications').expect(401);
});

test('muted notifications are not written, and preferences are limited', async () => {
  const change = (body: object) => second.call('PATCH', '/auth/me/preferences', { ...body });
  expect(await refusalOf(change({ mutedNotifications: ['nothing'] }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(change({ client: { 'a b': 'c' } }))).toEqual([400, 'invalid_input']);
  const large = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`table.${n}`, 'x'.repeat(500)]));
  expect(await refusalOf(change({ client: large }))).toEqual([400, 'invalid_input']);
  await done(change({ client: { 'roster.density': 'compact' } }));
  const preferences = {
    mutedNotifications: ['waitlist_promoted'],
    requestedNotifications: [],
    client: { 'roster.density': 'compact' },
  };
  expect(await done(change({ mutedNotifications: ['waitlist_promoted'] }))).toEqual(preferences);
  expect(await done(second.call('GET', '/auth/me/preferences'))).toEqual(preferences);

  const event = await plan();
  await signUp(first, event);
  await signUp(second, event);
  await done(first.call('DELETE', `/events/${event.id}/signup`));
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { startsAt: inHours(72) }));
  expect(await kindsOf(second)).toEqual(['event_moved']);
  await done(change({ mutedNotifications: [] }));
});

test('a role granted or revoked notifies its holder, unless they did it themselves', async () => {
  const place = await seedOrganization(app, 'standalone');
  const [founder, member] = [await newMember(app, place), await newMember(app, place)];
  await hold(app, place, place.founderRoleId, founder);
  const roleId = await seedRole(app, place, ['canManageEvents']);
  const by = callerOf(app, founder.token);
  const path = (userId: string) => `/organizations/${place.id}/members/${userId}/roles/${roleId}`;
  await done(by('PUT', path(member.userId)));
  await done(by('PUT', path(founder.userId)));
  await done(by('DELETE', path(member.userId)));
  const { notifications } = await inbox({ call: callerOf(app, member.token) });
  const organization = { id: place.id };
  expect(notifications).toMatchObject([
    { kind: 'role_withdrawn', title: expect.any(String), organization },
    { kind: 'role_granted', title: expect.any(String), organization },
  ]);
  expect(await kindsOf({ call: by })).toEqual([]);
});

test('a refused picture notifies its uploader', async () => {
  const admin = await createPerson(app, { isAdmin: true });
  await app.http
    .post('/api/v1/auth/me/avatar')
    .set('Authorization', `Bearer ${first.token}`)
    .attach('image', await anyPicture(), 'a.png')
    .expect(200);
  const { body } = await admin.request('get', '/api/v1/admin/moderation').expect(200);
  const [{ id, version }] = body.images;
  await admin
    .request('post', `/api/v1/admin/moderation/${id}`)
    .send({ decision: 'reject', reason: 'For administrators', version })
    .expect(200);
  expect((await inbox(first)).notifications).toMatchObject([
    { kind: 'picture_refused', purpose: 'avatar', reason: null },
  ]);
});

test('a transfer to decide notifies the people who can decide it', async () => {
  await using world = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { client, guild: lantern } = await bringIn(world);
  const { world: game } = world.simulator;
  game.transfer(game.character('highmere', 'Glaesix'), 'forêt-d-argent');
  await syncRoster(world, client, lantern);
  const { body } = await client.get('/auth/me/notifications').expect(200);
  expect(body.notifications).toMatchObject([{ kind: 'transfer_waiting', organization: { id: lantern.id } }]);
  const [row] = await world.ctx.sql<{ count: number }>('select count(*)::int as count from notification');
  expect(row?.count).toBe(1);
});

test('the newest 200 notifications are kept, for 90 days', async () => {
  await write(first, 203);
  await write(second, 2);
  await app.ctx.sql(`update notification set created_at = now() - interval '91 days'
    where id = (select min(id::text)::uuid from notification where user_id = '${second.userId}')`);
  await cleanUp(app.ctx);
  const counts = await app.ctx.sql('select user_id as "userId", count(*)::int as count from notification group by 1');
  expect(counts).toEqual(
    expect.arrayContaining([
      { userId: first.userId, count: 200 },
      { userId: second.userId, count: 1 },
    ]),
  );
});
