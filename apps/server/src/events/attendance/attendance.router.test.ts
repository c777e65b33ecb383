/** Visibility of attendance, and the explanations behind its numbers. */
import type {
  AttendanceMatrixView,
  AttendancePolicyView,
  AttendanceTrendsView,
  MemberAttendance,
} from '@guildhall/contracts/attendance.ts';
import type { Attendance, EventView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import {
  createCharacter,
  done,
  type EventGuild,
  eventGuild,
  inHours,
  type Member,
  moveBack,
  refusalOf,
} from '../../../test/events.ts';
import { newMember, seedOrganization } from '../../../test/members.ts';
import { createPerson } from '../../../test/people.ts';
import { advanceEvents } from '../planning/advance-events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

/** A guild since the spring, whose officer may read officer data and change settings. */
async function oldGuild(size: number, settings: object = {}): Promise<EventGuild> {
  const guild = await eventGuild(app, size, settings);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canViewOfficerData,canManageGuild}' where organization_id = $1`,
    [guild.id],
  );
  await app.ctx.sql(`update membership set joined_at = now() - interval '300 days' where organization_id = $1`, [
    guild.id,
  ]);
  return guild;
}

/** A raid this many days ago, with the attendance record of each member. */
async function raided(guild: EventGuild, days: number, records: (Attendance | null)[], more: object = {}) {
  const event = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: `Raid ${days} days ago`,
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(24),
      durationMinutes: 120,
      ...more,
    }),
  );
  for (const { call, characterId } of guild.members.slice(0, records.length)) {
    await done(call('PUT', `/events/${event.id}/signup`, { characterId }));
  }
  await moveBack(app, event.id, days * 24 + 24);
  const entries = records.flatMap((attendance, index) =>
    attendance === null ? [] : [{ userId: guild.members[index]?.userId, attendance }],
  );
  if (entries.length > 0) await done(guild.officer.call('POST', `/events/${event.id}/attendance`, { entries }));
  return done<EventView>(guild.officer.call('POST', `/events/${event.id}/complete`));
}

const STATS = ({ id }: EventGuild, query = '') => `/organizations/${id}/attendance-stats${query}`;
const TRENDS = ({ id }: EventGuild, query = '') => `/organizations/${id}/attendance-trends${query}`;

async function numbersOf(guild: EventGuild, member: Member | undefined, query = '') {
  const stats = await done<MemberAttendance[]>(guild.officer.call('GET', STATS(guild, query)));
  return stats.find(({ user }) => user?.id === member?.userId);
}

test('the matrix has a letter for each outcome, and a member sees only their own row', async () => {
  const guild = await oldGuild(5);
  await raided(guild, 10, ['present', 'late', 'benched', 'no_show']);
  await raided(guild, 20, ['excused', 'present', null, 'present']);
  const [first, second, , , fifth] = guild.members;
  if (!first || !second || !fifth) throw new Error('The guild is too small');
  await app.ctx.sql(`update membership set joined_at = now() - interval '15 days' where user_id = $1`, [fifth.userId]);
  const path = `/organizations/${guild.id}/attendance-matrix`;
  const matrix = await done<AttendanceMatrixView>(guild.officer.call('GET', path));
  expect(matrix.events.map(({ title }) => title)).toEqual(['Raid 20 days ago', 'Raid 10 days ago']);
  const rowOf = (member: Member | undefined) => matrix.members.find(({ user }) => user?.id === member?.userId);
  expect(guild.members.map((member) => rowOf(member)?.outcomes)).toEqual(['EP', 'PL', 'MB', 'PN', '-M']);
  expect(matrix.members.map(({ outcomes: _, rank: __, ...numbers }) => numbers)).toEqual(
    await done(guild.officer.call('GET', STATS(guild))),
  );

  const own = await done<AttendanceMatrixView>(second.call('GET', `${path}?since=${inHours(-15 * 24)}`));
  expect(own.members.map(({ user, outcomes }) => [user?.id, outcomes])).toEqual([[second.userId, 'L']]);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [first.userId]);
  expect(await refusalOf(first.call('GET', path))).toEqual([403, 'missing_permission']);
});

test('C-06: officers see statistics; members see trends and the policy', async () => {
  const guild = await oldGuild(2);
  const [member, other] = guild.members;
  const outsider = await createPerson(app);
  if (!member || !other) throw new Error('The guild is too small');
  const asOutsider = async (path: string) =>
    (await outsider.request('get', `/api/v1${path}`)).body as { reason?: string; code?: string };
  for (const path of [STATS(guild), TRENDS(guild), `/organizations/${guild.id}/attendance-policy`]) {
    expect(await asOutsider(path)).toMatchObject({ code: 'FORBIDDEN' });
    expect((await fetch(`${app.url}/api/v1${path}`)).status).toBe(401);
  }
  expect(await refusalOf(member.call('GET', STATS(guild)))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(member.call('GET', STATS(guild, `?explain=${other.userId}`)))).toEqual([
    403,
    'missing_permission',
  ]);
  const own = await done<MemberAttendance[]>(member.call('GET', STATS(guild, `?explain=${member.userId}`)));
  expect(own.map(({ user }) => user?.id)).toEqual([member.userId]);
  await done(member.call('GET', TRENDS(guild)));

  const ask = (path: string) => refusalOf(guild.officer.call('GET', path));
  expect(await ask('/organizations/no-such-guild/attendance-stats')).toEqual([404, 'organization_not_found']);
  expect(await ask(STATS(guild, `?explain=${outsider.userId}`))).toEqual([404, 'member_not_found']);
  for (const wrong of [`?since=${inHours(48)}`, '?since=2001-01-01', '?since=1999-01-01']) {
    const answers = [
      await guild.officer.call('GET', STATS(guild, wrong)),
      await guild.officer.call('GET', TRENDS(guild, wrong)),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      Array(2).fill([400, expect.stringMatching(/^since must not be (in the future|more than 10 years ago)\.$/)]),
    );
  }
  for (const wrong of ['?since=yesterday', '?since=2026-02-30', '?eventType=party', '?explain=me', '?since=']) {
    expect([wrong, await ask(STATS(guild, wrong))]).toEqual([wrong, [400, 'invalid_input']]);
  }
  for (const wrong of ['?bucket=day', `?since=${inHours(48)}`, '?since=2001-01-01', '?since=1']) {
    expect([wrong, await ask(TRENDS(guild, wrong))]).toEqual([wrong, [400, 'invalid_input']]);
  }
  await app.ctx.sql(`update organization set settings = '{"visibility":"members"}' where id = $1`, [guild.id]);
  expect(await asOutsider(STATS(guild))).toMatchObject({ code: 'NOT_FOUND' });
});

test('a rate lists the events behind it and explains which of them count', async () => {
  const guild = await oldGuild(2);
  const [member, other] = guild.members;
  await raided(guild, 20, ['present', 'present']);
  await raided(guild, 16, ['late', 'present']);
  await raided(guild, 12, ['excused', 'present']);
  await raided(guild, 8, [null, 'present']);
  await raided(guild, 6, [null, null]);
  await raided(guild, 4, ['no_show', 'present'], { countsForAttendance: false });
  await raided(guild, 2, ['present'], { type: 'dungeon' });
  expect(await numbersOf(guild, member)).toMatchObject({
    eventsCounted: 5,
    present: 3,
    late: 1,
    excused: 1,
    missed: 1,
    noShow: 0,
    rate: 0.8,
    streak: 2,
    tooLittleData: false,
  });
  expect(await numbersOf(guild, other)).toMatchObject({
    eventsCounted: 6,
    present: 5,
    missed: 1,
    rate: 0.8333,
    streak: 0,
  });

  const [own] = await done<MemberAttendance[]>(
    guild.officer.call('GET', STATS(guild, `?explain=${member?.userId}&eventType=raid`)),
  );
  expect(own?.rows?.map(({ outcome, counted, weight, why }) => [outcome, counted, weight, why])).toEqual([
    ['does_not_count', false, null, 'This event does not count for attendance.'],
    ['present', true, 1, 'Was signed up; no attendance was recorded.'],
    ['missed', true, 0, 'Was signed up, but not recorded when others were.'],
    ['excused', false, null, 'Excused by an officer: not counted.'],
    ['late', true, 1, 'Came late.'],
    ['present', true, 1, 'Was there.'],
  ]);
  const since = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  expect(await numbersOf(guild, member, `?since=${since}`)).toMatchObject({ eventsCounted: 3, tooLittleData: true });
});

test('two characters in one raid count as one person, and a transferred character takes no attendance along', async () => {
  const guild = await oldGuild(2);
  const [member, buyer] = guild.members;
  if (!member || !buyer) throw new Error('The guild is too small');
  const second = await createCharacter(app, member.userId);
  const event = await raided(guild, 3, ['present']);
  await done(
    guild.officer.call('POST', `/events/${event.id}/attendance`, {
      entries: [{ userId: member.userId, characterId: second, attendance: 'present' }],
    }),
  );
  await app.ctx.sql('update character set user_id = $1, is_main = true where id = $2', [
    buyer.userId,
    member.characterId,
  ]);
  expect(await numbersOf(guild, member)).toMatchObject({
    eventsCounted: 1,
    present: 1,
    rate: 1,
    mainCharacter: { id: second },
  });
  expect(await numbersOf(guild, buyer)).toMatchObject({
    eventsCounted: 1,
    present: 0,
    missed: 1,
    mainCharacter: { id: member.characterId, name: expect.stringMatching(/^Bryn/), class: { id: 11 } },
  });
});

test('a synced guild shows a person by their main character, or else by a character in that guild', async () => {
  const place = await seedOrganization(app, 'synced');
  const { userId, token } = await newMember(app, place, 0);
  const elsewhere = await createCharacter(app, userId);
  await app.ctx.sql('update character set verified_at = now(), level = 90 where id = $1', [elsewhere]);
  // The roster already lists the guild; the profile that names it has not been read yet.
  await app.ctx.sql('update character set guild_id = null where user_id = $1', [userId]);
  const shown = async () => {
    const stats = await done<MemberAttendance[]>(
      callerOf(app, token)('GET', `/organizations/${place.id}/attendance-stats`),
    );
    return stats.map(({ mainCharacter }) => mainCharacter?.id);
  };
  const [inGuild] = await app.ctx.sql<{ id: string }>(
    'select claimed_by_id as id from roster_entry where organization_id = $1',
    [place.id],
  );
  expect(await shown()).toEqual([inGuild?.id]);
  await app.ctx.sql('update character set is_main = true where id = $1', [elsewhere]);
  expect(await shown()).toEqual([elsewhere]);
});

test('earlier events do not count against a new member, but attendance recorded for them does count', async () => {
  const guild = await oldGuild(1);
  const [member] = guild.members;
  if (!member) throw new Error('The guild has no member');
  await raided(guild, 30, []);
  await raided(guild, 20, ['present']);
  await app.ctx.sql(`update membership set joined_at = now() - interval '10 days' where user_id = $1`, [member.userId]);
  await raided(guild, 5, ['present']);
  expect(await numbersOf(guild, member)).toMatchObject({ eventsCounted: 2, present: 2, rate: 1, tooLittleData: true });
  const [{ rows = [] } = {}] = await done<MemberAttendance[]>(
    member.call('GET', STATS(guild, `?explain=${member.userId}`)),
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['present', 'present', 'not_a_member']);
});

test('being removed by an officer or the service does not count as declining, but declining too late counts as missed', async () => {
  const guild = await oldGuild(4, { attendance: { countDeclined: true } });
  const [removed, archived, late, recorded] = guild.members;
  const event = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      signupDeadline: inHours(24),
      durationMinutes: 60,
    }),
  );
  const partOf = new Map<string, string>();
  for (const { call, userId, characterId } of [guild.officer, ...guild.members]) {
    const { id } = await done<{ id: string }>(call('PUT', `/events/${event.id}/signup`, { characterId }));
    partOf.set(userId, id);
  }
  await app.ctx.sql(
    `update event set created_at = now() - interval '9 days', published_at = now() - interval '9 days'`,
  );
  await moveBack(app, event.id, 30);
  const takeOut = (who: Member | undefined) =>
    done(
      guild.officer.call('PATCH', `/events/${event.id}/participations/${partOf.get(who?.userId ?? '')}`, {
        status: 'declined',
      }),
    );
  await takeOut(removed);
  await takeOut(recorded);
  await takeOut(guild.officer);
  // Declining again afterwards does not make it later.
  await done(removed?.call('PUT', `/events/${event.id}/signup`, { status: 'declined' }) as never);
  await app.ctx.sql('update character set archived_at = now() where id = $1', [archived?.characterId]);
  await advanceEvents(app.ctx, {}, { signal: new AbortController().signal });
  await done(late?.call('DELETE', `/events/${event.id}/signup`) as never);
  await moveBack(app, event.id, 30);
  const entries = [{ userId: recorded?.userId, attendance: 'no_show' }];
  await done(guild.officer.call('POST', `/events/${event.id}/attendance`, { entries }));
  await done(guild.officer.call('POST', `/events/${event.id}/complete`));

  const shown = async (who: Member | undefined) => {
    const [own] = await done<MemberAttendance[]>(guild.officer.call('GET', STATS(guild, `?explain=${who?.userId}`)));
    return [own?.eventsCounted, own?.excused, own?.rows?.[0]?.outcome, own?.rows?.[0]?.why];
  };
  const why = 'Removed by an officer, or by the service because they could no longer come: not counted.';
  expect(await shown(removed)).toEqual([0, 1, 'removed', why]);
  expect(await shown(archived)).toEqual([0, 1, 'removed', why]);
  expect(await shown(late)).toEqual([1, 0, 'missed', 'Declined after sign-ups closed.']);
  expect(await shown(recorded)).toEqual([1, 0, 'no_show', 'Recorded as a no-show.']);
  // Withdrawing counts as declining.
  expect(await shown(guild.officer)).toEqual([1, 0, 'missed', 'Declined after sign-ups closed.']);
});

test('an answer taken back in time counts as declined in time, unless the person answers again', async () => {
  const guild = await oldGuild(6);
  const [back, again, there, mistaken, away, silent] = guild.members;
  const event = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      signupDeadline: inHours(24),
      durationMinutes: 60,
    }),
  );
  const path = `/events/${event.id}/signup`;
  for (const member of [back, again, there, mistaken, away]) {
    await done(member?.call('PUT', path, { characterId: member.characterId }) as never);
    expect(await done(member?.call('DELETE', path) as never)).toEqual({ participation: null });
  }
  await done(silent?.call('DELETE', path) as never);
  await done(again?.call('PUT', path, { characterId: again.characterId, status: 'tentative' }) as never);
  const days = { from: inHours(-48).slice(0, 10), to: inHours(96).slice(0, 10) };
  await done(away?.call('POST', '/auth/me/absences', days) as never);
  // Everything happened three days earlier, nine days after the event was planned.
  await moveBack(app, event.id, 72);
  await app.ctx.sql(
    `update event set created_at = created_at - interval '12 days', published_at = published_at - interval '12 days'
     where id = $1`,
    [event.id],
  );
  for (const [then, id] of [
    ['withdrawn_answer set at = at - $2::interval where event_id = $1', event.id],
    ['participation set status_since = status_since - $2::interval where event_id = $1', event.id],
    ['absence set created_at = created_at - $2::interval where user_id = $1', away?.userId],
  ]) {
    await app.ctx.sql(`update ${then}`, [id, '72 hours']);
  }
  const record = (entries: object[]) => done(guild.officer.call('POST', `/events/${event.id}/attendance`, { entries }));
  await record([
    { userId: there?.userId, attendance: 'present' },
    { userId: mistaken?.userId, attendance: 'no_show' },
  ]);
  await record([{ userId: mistaken?.userId, attendance: null }]);
  await done(guild.officer.call('POST', `/events/${event.id}/complete`));

  const shown = async (who: Member | undefined) => {
    const [own] = await done<MemberAttendance[]>(guild.officer.call('GET', STATS(guild, `?explain=${who?.userId}`)));
    return [own?.eventsCounted, own?.declined, own?.missed, own?.rows?.[0]?.why];
  };
  const inTime = [0, 1, 0, 'Took the answer back in time: not counted.'];
  expect(await shown(back)).toEqual(inTime);
  expect(await shown(mistaken)).toEqual(inTime);
  expect(await shown(again)).toEqual([1, 0, 1, 'Said maybe, and was not recorded.']);
  expect(await shown(there)).toEqual([1, 0, 0, 'Was there.']);
  expect(await shown(away)).toEqual([0, 0, 0, 'Announced an absence in time: not counted.']);
  expect(await shown(silent)).toEqual([1, 0, 1, 'Did not answer.']);
});

test('members can decline in time until the start when an event is published after its sign-up deadline', async () => {
  const guild = await oldGuild(2);
  const [member, silent] = guild.members;
  const draft = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      status: 'draft',
      startsAt: inHours(48),
      signupDeadline: inHours(24),
      durationMinutes: 60,
    }),
  );
  await app.ctx.sql(`update event set created_at = now() - interval '9 days' where id = $1`, [draft.id]);
  await moveBack(app, draft.id, 30);
  await done(guild.officer.call('POST', `/events/${draft.id}/publish`));
  await done(member?.call('PUT', `/events/${draft.id}/signup`, { status: 'declined' }) as never);
  // Moves everything back by this many hours.
  await app.ctx.sql(`update event set published_at = published_at - interval '30 hours' where id = $1`, [draft.id]);
  await app.ctx.sql(`update participation set status_since = status_since - interval '30 hours' where event_id = $1`, [
    draft.id,
  ]);
  await moveBack(app, draft.id, 30);
  await done(guild.officer.call('POST', `/events/${draft.id}/complete`));
  expect(await numbersOf(guild, member)).toMatchObject({ eventsCounted: 0, declined: 1 });
  expect(await numbersOf(guild, silent)).toMatchObject({ eventsCounted: 1, missed: 1 });
});

test('a policy change applies from then on, and earlier events keep the earlier policy', async () => {
  const guild = await oldGuild(1, { attendance: { lateWeight: 80 } });
  const [member] = guild.members;
  await raided(guild, 9, ['late']);
  await raided(guild, 8, ['benched']);
  const change = (attendance: object | null) =>
    done(guild.officer.call('PATCH', `/organizations/${guild.id}/settings`, { attendance }));
  const policy = () =>
    done<AttendancePolicyView>(guild.officer.call('GET', `/organizations/${guild.id}/attendance-policy`));
  expect((await policy()).versions).toMatchObject([{ version: 1, validFrom: null, lateWeight: 80, changedBy: null }]);
  await change({ lateWeight: 80, benchedWeight: 100 });
  expect((await policy()).versions).toHaveLength(1);
  await change({ lateWeight: 50, tooFewEvents: 2 });
  const { current, versions } = await policy();
  expect(current).toMatchObject({
    version: 2,
    lateWeight: 50,
    tooFewEvents: 2,
    changedBy: { id: guild.officer.userId },
    validFrom: expect.any(String),
  });
  expect(versions.map(({ version, lateWeight, validFrom }) => [version, lateWeight, validFrom === null])).toEqual([
    [2, 50, false],
    [1, 80, true],
  ]);
  expect(await numbersOf(guild, member)).toMatchObject({ eventsCounted: 2, rate: 0.9, tooLittleData: false });

  await app.ctx.sql(
    `update attendance_policy set valid_from = now() - interval '5 days' where organization_id = $1 and version = 2`,
    [guild.id],
  );
  await raided(guild, 3, ['late']);
  expect(await numbersOf(guild, member)).toMatchObject({ eventsCounted: 3, late: 2, rate: 0.7667 });
  const [{ rows = [] } = {}] = await done<MemberAttendance[]>(
    guild.officer.call('GET', STATS(guild, `?explain=${member?.userId}`)),
  );
  expect(rows.map(({ policyVersion, weight }) => [policyVersion, weight])).toEqual([
    [2, 0.5],
    [1, 1],
    [1, 0.8],
  ]);
  await change(null);
  expect((await policy()).current).toMatchObject({ version: 3, lateWeight: 100, tooFewEvents: 4 });
});

test('C-06: members who do not manage events cannot make an event count', async () => {
  const guild = await oldGuild(1);
  const [member] = guild.members;
  if (!member) throw new Error('The guild has no member');
  const own = { title: 'Mine', type: 'raid', startsAt: inHours(5), durationMinutes: 60 };
  const create = (more: object) => member.call('POST', `/guilds/${guild.id}/events`, { ...own, ...more });
  expect(await refusalOf(create({ countsForAttendance: true }))).toEqual([403, 'missing_permission']);
  const event = await done<EventView>(create({}));
  expect(event.countsForAttendance).toBe(false);
  const count = { countsForAttendance: true };
  expect(await refusalOf(member.call('PATCH', `/events/${event.id}`, count))).toEqual([403, 'missing_permission']);
  expect(await done<EventView>(guild.officer.call('PATCH', `/events/${event.id}`, count))).toMatchObject(count);
});

test('trends contain every week, even empty ones, starting on Monday in the guild’s time zone', async () => {
  const guild = await oldGuild(2, { timeZone: 'Pacific/Auckland' });
  await raided(guild, 3, ['present', 'late']);
  await raided(guild, 40, ['present', 'no_show']);
  const trends = await done<AttendanceTrendsView>(guild.officer.call('GET', TRENDS(guild)));
  expect(trends).toMatchObject({ bucket: 'week', timeZone: 'Pacific/Auckland' });
  // To the hour, because a day at which the clocks change has 23 or 25.
  const daysBack = (Date.now() - Date.parse(trends.since)) / 86_400_000;
  expect(Math.abs(daysBack - 90)).toBeLessThan(2 / 24);
  const inAuckland = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Pacific/Auckland',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  expect(new Set(trends.buckets.map(({ start }) => inAuckland.format(new Date(start))))).toEqual(
    new Set(['Mon 00:00']),
  );
  expect([13, 14]).toContain(trends.buckets.length);
  expect(trends.buckets.filter(({ events }) => events === 0).length).toBe(trends.buckets.length - 2);
  expect(trends.buckets.filter(({ events }) => events > 0)).toMatchObject([
    { events: 1, attendees: 1, attendances: 1, counted: 3, averageRate: 0.3333 },
    { events: 1, attendees: 2, attendances: 2, counted: 3, averageRate: 0.6667 },
  ]);
  const byMonth = (type = '') =>
    done<AttendanceTrendsView>(
      guild.officer.call('GET', TRENDS(guild, `?bucket=month&since=${inHours(-24 * 200).slice(0, 10)}${type}`)),
    );
  for (const type of ['', '&eventType=raid']) {
    const { bucket, buckets } = await byMonth(type);
    expect([bucket, buckets.reduce((sum, { events }) => sum + events, 0)]).toEqual(['month', 2]);
  }
  const months = await byMonth('&eventType=dungeon');
  expect(months.buckets.every(({ startDate, events }) => startDate.endsWith('-01') && events === 0)).toBe(true);
  expect([7, 8]).toContain(months.buckets.length);
  expect(months.buckets.map(({ averageRate }) => averageRate)).toEqual(months.buckets.map(() => null));
});
