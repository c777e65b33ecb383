/** One absence takes effect wherever its person is expected. */
import type { AbsenceAddedView, AbsenceView, GuildAbsencesView } from '@guildhall/contracts/absence.ts';
import type { AttendancePolicyView, MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type { EventLogView, EventView } from '@guildhall/contracts/event.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type { ParticipationListView, ParticipationView } from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import {
  done,
  type EventGuild,
  eventGuild,
  inHours,
  joinGuild,
  type Member,
  moveBack,
  refusalOf,
} from '../../../test/events.ts';
import { scheduleReminders } from '../signups/schedule-reminders.ts';
import { MOST_ABSENCES } from './change-absences.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Fixed, because midnight may pass during the test. */
const NOW = Date.now();
const dayIn = (days: number) => new Date(NOW + days * 86_400_000).toISOString().slice(0, 10);
const ABSENCES = '/auth/me/absences';

async function raid(guild: EventGuild, days: number, more: Record<string, unknown> = {}): Promise<EventView> {
  return done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      localStart: `${dayIn(days)}T20:00`,
      durationMinutes: 120,
      slots: [{ roleKey: 'tank', max: 1 }],
      ...more,
    }),
  );
}

const signUp = ({ call, characterId }: Member, { id }: EventView) =>
  done<ParticipationView>(call('PUT', `/events/${id}/signup`, { characterId, roleKey: 'tank' }));

const beAway = ({ call }: Member, body: Record<string, unknown>) =>
  done<AbsenceAddedView>(call('POST', ABSENCES, body));

const partsOf = async ({ call }: Member, { id }: EventView) =>
  (await done<ParticipationListView>(call('GET', `/events/${id}/participations`))).participations;

async function membersOf(guild: EventGuild) {
  const [one, two, three] = guild.members;
  if (!one || !two || !three) throw new Error('The guild is too small');
  return { one, two, three };
}

test('refuses an invalid absence, a foreign guild or absence, and more absences than allowed', async () => {
  const guild = await eventGuild(app, 3);
  const { one, two } = await membersOf(guild);
  const stranger = await eventGuild(app, 0);
  const add = (body: Record<string, unknown>) => refusalOf(one.call('POST', ABSENCES, body));
  const days = { from: dayIn(1), to: dayIn(2) };
  for (const wrong of [
    {},
    { from: dayIn(2), to: dayIn(1) },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-01-01', to: '2027-01-02' },
    { ...days, timeZone: 'Nowhere/Atlantis' },
    { ...days, note: 'two\nlines' },
    { ...days, userId: two.userId },
  ]) {
    expect(await add(wrong)).toEqual([400, 'invalid_input']);
  }
  expect(await add({ ...days, organizationId: 'no-such-guild' })).toEqual([404, 'organization_not_found']);
  expect(await add({ ...days, organizationId: stranger.id })).toEqual([403, 'missing_permission']);
  const { id } = await beAway(one, days);
  expect(await refusalOf(two.call('DELETE', `${ABSENCES}/${id}`))).toEqual([404, 'absence_not_found']);
  expect(await refusalOf(one.call('GET', `/organizations/${guild.id}/absences`))).toEqual([403, 'missing_permission']);

  await app.ctx.sql(
    `insert into absence (user_id, from_day, to_day, time_zone, starts_at, ends_at)
     select $1, '2026-01-01', '2026-01-01', 'UTC', '2026-01-01', '2026-01-02' from generate_series(2, $2::int)`,
    [one.userId, MOST_ABSENCES],
  );
  expect(await add(days)).toEqual([409, 'too_many_absences']);
});

test('an absence declines existing sign-ups, and the waitlist gets the freed slots', async () => {
  const guild = await eventGuild(app, 3);
  const { one, two, three } = await membersOf(guild);
  const [before, during, after] = [await raid(guild, 3), await raid(guild, 5), await raid(guild, 8)];
  for (const event of [before, during, after]) await signUp(one, event);
  expect(await signUp(two, during)).toMatchObject({ status: 'waitlist', position: 1, away: false });

  const absence = await beAway(one, { from: dayIn(4), to: dayIn(7), note: 'Mountains' });
  expect(absence).toMatchObject({ from: dayIn(4), to: dayIn(7), timeZone: 'UTC', declinedEvents: [during.id] });
  expect(absence.startsAt).toBe(`${dayIn(4)}T00:00:00.000Z`);
  expect(absence.endsAt).toBe(`${dayIn(8)}T00:00:00.000Z`);
  const statusOf = async (member: Member, event: EventView) =>
    (await partsOf(guild.officer, event)).find(({ user }) => user?.id === member.userId)?.status;
  expect(await Promise.all([before, during, after].map((event) => statusOf(one, event)))).toEqual([
    'signed_up',
    'declined',
    'signed_up',
  ]);
  expect(await statusOf(two, during)).toBe('signed_up');
  const { entries } = await done<EventLogView>(guild.officer.call('GET', `/events/${during.id}/log`));
  expect(entries.slice(0, 2).map(({ kind, why }) => [kind, why])).toEqual([
    ['promoted', 'Somebody is away.'],
    ['answered', 'Away on that day.'],
  ]);

  // Officers see who is away, and why; others do not.
  const away = async (member: Member) =>
    (await partsOf(member, during)).map((part) => [part.user?.id, part.away]).sort();
  expect(await away(guild.officer)).toEqual(
    [
      [one.userId, true],
      [two.userId, false],
    ].sort(),
  );
  expect(await away(three)).toEqual(
    [
      [one.userId, null],
      [two.userId, null],
    ].sort(),
  );
  expect(await away(one)).toContainEqual([one.userId, true]);
});

test('officers see the absences of their own members, except those limited to another guild', async () => {
  const guild = await eventGuild(app, 3, { timeZone: 'Europe/Berlin' });
  const other = await eventGuild(app, 0);
  const { one, two, three } = await membersOf(guild);
  await app.ctx.sql(`update role set permissions = permissions || '{canViewOfficerData}'`);
  for (const member of [one, two, other.officer]) await beAway(member, { from: dayIn(10), to: dayIn(12), note: 'Sea' });
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [other.id, three.userId]);
  await beAway(three, { from: dayIn(20), to: dayIn(20), organizationId: other.id });
  const named = await beAway(three, { from: dayIn(20), to: dayIn(20), organizationId: guild.id });
  expect(named).toMatchObject({ organizationId: guild.id, timeZone: 'Europe/Berlin' });
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [two.userId]);

  const list = (query: string) =>
    done<GuildAbsencesView>(guild.officer.call('GET', `/organizations/${guild.id}/absences${query}`));
  const { absences, pagination } = await list('');
  expect(absences.map(({ user, note }) => [user?.id, note])).toEqual([
    [one.userId, 'Sea'],
    [three.userId, null],
  ]);
  expect(pagination.total).toBe(2);
  // Their day 12 ends one hour into the guild's day 13.
  expect((await list(`?from=${dayIn(14)}`)).absences.map(({ id }) => id)).toEqual([named.id]);
  expect((await list(`?to=${dayIn(9)}`)).absences).toEqual([]);
  expect((await list(`?from=${dayIn(12)}&to=${dayIn(19)}`)).absences.map(({ user }) => user?.id)).toEqual([one.userId]);
});

test('C-07: a guild does not see absences from before the member joined', async () => {
  const guild = await eventGuild(app, 3);
  const { one } = await membersOf(guild);
  await app.ctx.sql(`update role set permissions = permissions || '{canViewOfficerData}'`);
  await app.ctx.sql(`update membership set joined_at = now() - interval '10 days' where user_id = $1`, [one.userId]);
  await beAway(one, { from: dayIn(-40), to: dayIn(-20), note: 'Between two guilds' });
  const since = await beAway(one, { from: dayIn(-5), to: dayIn(-4), note: 'Sea' });
  const { absences, pagination } = await done<GuildAbsencesView>(
    guild.officer.call('GET', `/organizations/${guild.id}/absences?from=${dayIn(-60)}`),
  );
  expect(absences.map(({ id, note }) => [id, note])).toEqual([[since.id, 'Sea']]);
  expect(pagination.total).toBe(1);
});

test('an absent member may sign up with a warning, but the waitlist skips them until the absence is removed', async () => {
  const guild = await eventGuild(app, 3);
  const { one, two, three } = await membersOf(guild);
  const event = await raid(guild, 5);
  await signUp(three, event);
  const { id } = await beAway(one, { from: dayIn(5), to: dayIn(5) });
  expect(await signUp(one, event)).toMatchObject({ status: 'waitlist', position: 1, away: true });
  await signUp(two, event);

  await done(three.call('DELETE', `/events/${event.id}/signup`));
  const status = async () =>
    Object.fromEntries((await partsOf(guild.officer, event)).map((part) => [part.user?.id, part.status]));
  expect(await status()).toMatchObject({ [one.userId]: 'waitlist', [two.userId]: 'signed_up' });

  await done(guild.officer.call('PATCH', `/events/${event.id}`, { slots: [{ roleKey: 'tank', max: 2 }] }));
  expect(await status()).toMatchObject({ [one.userId]: 'waitlist' });
  await done(one.call('DELETE', `${ABSENCES}/${id}`));
  expect(await status()).toMatchObject({ [one.userId]: 'signed_up' });
  expect(await done<AbsenceView[]>(one.call('GET', ABSENCES))).toEqual([]);
});

test('the days of an absence are days in the member’s time zone', async () => {
  const guild = await eventGuild(app, 3);
  const { one } = await membersOf(guild);
  await app.ctx.sql(`update app_user set time_zone = 'America/Los_Angeles' where id = $1`, [one.userId]);
  // 04:00 UTC is still the previous evening there.
  const event = await raid(guild, 5, { localStart: `${dayIn(5)}T04:00` });
  await signUp(one, event);
  expect((await beAway(one, { from: dayIn(5), to: dayIn(6) })).declinedEvents).toEqual([]);
  expect((await beAway(one, { from: dayIn(4), to: dayIn(4) })).declinedEvents).toEqual([event.id]);
});

test('moving an event into an absence declines it; an absence leaves past events as they were', async () => {
  const guild = await eventGuild(app, 3);
  const { one, two } = await membersOf(guild);
  const [moved, past] = [await raid(guild, 3), await raid(guild, 1)];
  for (const event of [moved, past]) await signUp(one, event);
  await signUp(two, moved);
  await moveBack(app, past.id, 48);
  const { declinedEvents } = await beAway(one, { from: dayIn(-2), to: dayIn(0) });
  expect(declinedEvents).toEqual([]);
  await beAway(one, { from: dayIn(9), to: dayIn(9) });
  await done(guild.officer.call('PATCH', `/events/${moved.id}`, { localStart: `${dayIn(9)}T19:00` }));
  const parts = await partsOf(guild.officer, moved);
  expect(parts.map(({ user, status }) => [user?.id, status])).toEqual([
    [two.userId, 'signed_up'],
    [one.userId, 'declined'],
  ]);
});

test('absent members get no reminder', async () => {
  const guild = await eventGuild(app, 3);
  const { one, two } = await membersOf(guild);
  await app.ctx.sql(`update app_user set email = id || '@people.example', email_verified_at = now()`);
  const start = inHours(20);
  const event = await raid(guild, 1, { localStart: undefined, startsAt: start, slots: [] });
  await beAway(one, { from: start.slice(0, 10), to: start.slice(0, 10) });
  for (const { call, characterId } of [one, two]) {
    await done(call('PUT', `/events/${event.id}/signup`, { characterId }));
  }
  await app.ctx.sql(`update participation set status_since = now() - interval '9 days' where event_id = $1`, [
    event.id,
  ]);
  await scheduleReminders(app.ctx);
  const mails = await app.ctx.sql(`select user_id as id from event_mail where event_id = $1 and kind = 'reminder'`, [
    event.id,
  ]);
  expect(mails).toEqual([{ id: two.userId }]);
});

test('an absence is excluded from the attendance rate, unless it was entered too late to decline', async () => {
  const guild = await eventGuild(app, 3);
  const { one, two, three } = await membersOf(guild);
  await app.ctx.sql(`update role set permissions = permissions || '{canViewOfficerData}'`);
  await app.ctx.sql(`update membership set joined_at = now() - interval '30 days'`);
  const event = await raid(guild, 1);
  await beAway(one, { from: dayIn(-3), to: dayIn(2) });
  await moveBack(app, event.id, 48);
  await app.ctx.sql(`update event set created_at = now() - interval '9 days' where id = $1`, [event.id]);
  await app.ctx.sql(`update absence set created_at = now() - interval '8 days' where user_id = $1`, [one.userId]);
  await beAway(two, { from: dayIn(-3), to: dayIn(2) });
  await done(
    guild.officer.call('POST', `/events/${event.id}/attendance`, {
      entries: [{ userId: three.userId, attendance: 'present' }],
    }),
  );
  await done(guild.officer.call('POST', `/events/${event.id}/complete`));
  const stats = await done<MemberAttendance[]>(
    guild.officer.call('GET', `/organizations/${guild.id}/attendance-stats`),
  );
  const of = ({ userId }: Member) => stats.find(({ user }) => user?.id === userId);
  expect(of(one)).toMatchObject({ eventsCounted: 0, excused: 1, rate: null, tooLittleData: true });
  expect(of(two)).toMatchObject({ eventsCounted: 1, missed: 1, rate: 0, streak: 0 });
  expect(of(three)).toMatchObject({ eventsCounted: 1, present: 1, rate: 1, streak: 1 });
  const { current } = await done<AttendancePolicyView>(
    three.call('GET', `/organizations/${guild.id}/attendance-policy`),
  );
  expect(current).toMatchObject({ version: 1, validFrom: null, lateWeight: 100 });
});

test('parallel absences and sign-ups never overbook, and promote no absent member', async () => {
  const guild = await eventGuild(app, 0);
  const event = await raid(guild, 5, { slots: [{ roleKey: 'tank', max: 3 }] });
  const people = await Promise.all([...Array(12)].map(() => joinGuild(app, guild.id)));
  await Promise.all(people.map((member) => signUp(member, event)));
  const leaving = people.slice(0, 6);
  await Promise.all(leaving.map((member) => beAway(member, { from: dayIn(5), to: dayIn(5) })));
  const parts = await partsOf(guild.officer, event);
  const of = (status: string) => parts.filter((part) => part.status === status);
  expect([of('declined').length, of('signed_up').length, of('waitlist').length]).toEqual([6, 3, 3]);
  expect(of('signed_up').every(({ away }) => away === false)).toBe(true);
});

test('null means the same as leaving a field out', async () => {
  const [one] = (await eventGuild(app)).members as [Member];
  const absence = await beAway(one, { from: dayIn(40), to: dayIn(40), organizationId: null, note: null });
  expect(absence).toMatchObject({ organizationId: null, note: null });
});

test('an officer enters an absence for a member, who is told, and takes it back', async () => {
  const guild = await eventGuild(app, 3);
  const stranger = await eventGuild(app, 0);
  const { one, two, three } = await membersOf(guild);
  await app.ctx.sql(`update role set permissions = permissions || '{canViewOfficerData,canManageRoles}'`);
  const address = `/organizations/${guild.id}/members/${one.userId}/absences`;
  const days = { from: dayIn(4), to: dayIn(7), note: 'Said so on voice' };
  expect(await refusalOf(two.call('POST', address, days))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(stranger.officer.call('POST', address, days))).toEqual([403, 'missing_permission']);
  const unknown = `/organizations/${guild.id}/members/${stranger.officer.userId}/absences`;
  expect(await refusalOf(guild.officer.call('POST', unknown, days))).toEqual([404, 'member_not_found']);
  expect(await refusalOf(guild.officer.call('POST', address, { ...days, to: dayIn(3) }))).toEqual([
    400,
    'invalid_input',
  ]);

  const event = await raid(guild, 5);
  await signUp(one, event);
  await signUp(two, event);
  const entered = await done<AbsenceAddedView>(guild.officer.call('POST', address, days));
  expect(entered).toMatchObject({
    ...days,
    organizationId: guild.id,
    enteredByOfficer: true,
    declinedEvents: [event.id],
  });
  const parts = await partsOf(guild.officer, event);
  expect(parts.map(({ user, status }) => [user?.id, status])).toEqual([
    [two.userId, 'signed_up'],
    [one.userId, 'declined'],
  ]);
  const { entries } = await done<EventLogView>(guild.officer.call('GET', `/events/${event.id}/log`));
  expect(entries.slice(0, 2).map(({ kind }) => kind)).toEqual(['promoted', 'removed']);
  const { notifications } = await done<NotificationsView>(one.call('GET', '/auth/me/notifications'));
  expect(notifications).toEqual([
    expect.objectContaining({ kind: 'absence_entered', startsAt: entered.startsAt, reason: days.note }),
  ]);
  expect(await done<AbsenceView[]>(one.call('GET', ABSENCES))).toEqual([
    expect.objectContaining({ id: entered.id, enteredByOfficer: true }),
  ]);

  // Absences that members enter themselves are theirs.
  const own = await beAway(one, { from: dayIn(20), to: dayIn(20), organizationId: guild.id });
  expect(await refusalOf(guild.officer.call('DELETE', `${address}/${own.id}`))).toEqual([404, 'absence_not_found']);
  expect(await refusalOf(three.call('DELETE', `${address}/${entered.id}`))).toEqual([403, 'missing_permission']);
  await done(guild.officer.call('DELETE', `${address}/${entered.id}`));
  expect((await done<AbsenceView[]>(one.call('GET', ABSENCES))).map(({ id }) => id)).toEqual([own.id]);
  const again = await done<AbsenceAddedView>(guild.officer.call('POST', address, days));
  await done(one.call('DELETE', `${ABSENCES}/${again.id}`));
  const audit = await app.ctx.sql<{ action: string; person: string }>(
    `select action, person_id as person from audit_entry where organization_id = $1 and actor_id = $2 order by id`,
    [guild.id, guild.officer.userId],
  );
  expect(audit.map(({ action, person }) => [action, person])).toEqual(
    ['absence_added', 'absence_removed', 'absence_added'].map((action) => [action, one.userId]),
  );
});
