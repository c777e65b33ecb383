import type { MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type { EventLogView, EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationListView, ParticipationView } from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, inHours, moveBack, refusalOf } from '../../../test/events.ts';
import { patiently } from '../../../test/guild.ts';
import { readPostedEvent } from '../../discord/event-posts/event-post.presenter.ts';
import { advanceEvents } from '../planning/advance-events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 4);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canViewOfficerData,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const make = (input: object = {}) =>
  done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: [{ roleKey: 'healer', max: 1 }],
      ...input,
    }),
  );
const add = ({ id }: EventView, input: object, who = guild.officer) =>
  who.call('POST', `/events/${id}/participations`, { roleKey: 'healer', ...input });
const partsOf = async ({ id }: EventView) =>
  (await done<ParticipationListView>(guild.officer.call('GET', `/events/${id}/participations`))).participations;
const raiderIdOf = async (organizationId: string, userId: string) =>
  (
    await app.ctx.sql<{ id: string }>('select id from raider where organization_id = $1 and user_id = $2', [
      organizationId,
      userId,
    ])
  ).map(({ id }) => id)[0];
const advance = () => advanceEvents(app.ctx, {}, { signal: new AbortController().signal });

test('an archived raider without an account is passed over, keeps the place in the queue, and may come back', async () => {
  const [member] = guild.members;
  if (!member) throw new Error('A guild has members');
  await app.ctx.sql(`update role set permissions = array_append(permissions, 'canManageRoster')`);
  const event = await make();
  await done(member.call('PUT', `/events/${event.id}/signup`, { characterId: member.characterId, roleKey: 'healer' }));
  const wait = (guest: string) => done<ParticipationView>(add(event, { guest, status: 'waitlist' }));
  const [archived, next] = [await wait('Farwalker'), await wait('Nearwalker')];
  const archive = (is: boolean) =>
    done(guild.officer.call('PATCH', `/raiders/${archived.raider.id}`, { archived: is }));
  const statuses = async () => {
    const parts = await partsOf(event);
    return [archived, next].map(({ id }) => parts.find((one) => one.id === id)?.status);
  };
  await archive(true);
  await done(member.call('DELETE', `/events/${event.id}/signup`));
  expect(await statuses()).toEqual(['waitlist', 'signed_up']);
  await done(guild.officer.call('PATCH', `/events/${event.id}/participations/${next.id}`, { status: 'declined' }));
  await advance();
  expect((await statuses())[0]).toBe('waitlist');
  await archive(false);
  await advance();
  expect((await statuses())[0]).toBe('signed_up');
});

test('the waitlist of an archived guild waits until the guild is restored', async () => {
  const [, , member, waiting] = guild.members;
  if (!member || !waiting) throw new Error('A guild has members');
  const event = await make();
  const signUp = ({ call, characterId }: typeof member) =>
    done(call('PUT', `/events/${event.id}/signup`, { characterId, roleKey: 'healer' }));
  await signUp(member);
  await signUp(waiting);
  const archive = (at: string) => app.ctx.sql(`update organization set archived_at = ${at} where id = $1`, [guild.id]);
  const status = async () => (await partsOf(event)).find(({ user }) => user?.id === waiting.userId)?.status;
  await archive('now()');
  const day = event.startsAt.slice(0, 10);
  await done(member.call('POST', '/auth/me/absences', { from: day, to: day }));
  await advance();
  expect(await status()).toBe('waitlist');
  await archive('null');
  await advance();
  expect(await status()).toBe('signed_up');
});

test('an officer adds a guest, who waits, moves up and came, and is counted without an account', async () => {
  const [member] = guild.members;
  if (!member) throw new Error('A guild has members');
  const event = await make();
  await done(member.call('PUT', `/events/${event.id}/signup`, { characterId: member.characterId, roleKey: 'healer' }));
  expect(await refusalOf(add(event, { guest: 'Curlybill' }))).toEqual([409, 'role_full']);
  expect(await refusalOf(add(event, { guest: 'Curlybill' }, member))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(add(event, { guest: 'X', userId: member.userId }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(add(event, { guest: '  ' }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(add(event, { raiderId: guild.id }))).toEqual([404, 'raider_not_found']);

  const guest = await done<ParticipationView>(add(event, { guest: 'Curlybill', status: 'waitlist' }));
  expect(guest).toMatchObject({
    user: null,
    raider: { name: 'Curlybill', kind: 'guest', character: null },
    character: null,
    status: 'waitlist',
    position: 1,
  });
  expect(await refusalOf(add(event, { raiderId: guest.raider.id }))).toEqual([409, 'already_answered']);
  await done(member.call('DELETE', `/events/${event.id}/signup`));
  expect(await partsOf(event)).toMatchObject([{ id: guest.id, status: 'signed_up' }]);
  const seen = await done<EventView>(member.call('GET', `/events/${event.id}`));
  expect(seen).toMatchObject({ counts: { signedUp: 1 }, faces: [{ user: null, raider: { name: 'Curlybill' } }] });
  const posted = await readPostedEvent(app.ctx.sql, event.id, 'names');
  expect(posted?.event.participants).toMatchObject([{ name: 'Curlybill', status: 'signed_up' }]);
  const { entries } = await done<EventLogView>(guild.officer.call('GET', `/events/${event.id}/log`));
  expect(entries[0]).toMatchObject({ kind: 'promoted', person: null, raider: { name: 'Curlybill' } });
  await advance();
  expect(await partsOf(event)).toMatchObject([{ id: guest.id, status: 'signed_up' }]);

  await moveBack(app, event.id, 200);
  await done(
    guild.officer.call('POST', `/events/${event.id}/attendance`, {
      entries: [{ raiderId: guest.raider.id, attendance: 'late' }],
    }),
  );
  await advance();
  const stats = await done<MemberAttendance[]>(
    guild.officer.call('GET', `/organizations/${guild.id}/attendance-stats`),
  );
  const counted = stats.find(({ raider }) => raider?.id === guest.raider.id);
  expect(counted).toMatchObject({ user: null, raider: { name: 'Curlybill' }, eventsCounted: 1, late: 1, missed: 0 });
  const [explained] = await done<MemberAttendance[]>(
    guild.officer.call('GET', `/organizations/${guild.id}/attendance-stats?explain=${guest.raider.id}`),
  );
  expect(explained?.rows).toMatchObject([{ eventId: event.id, outcome: 'late', counted: true }]);
  const csv = await app.http
    .get(`/api/v1/organizations/${guild.id}/attendance-stats`)
    .auth(guild.officer.token, { type: 'bearer' })
    .accept('text/csv');
  expect(csv.text).toMatch(/^"Curlybill",,,1,1,.*,"guest"\r?$/m);
  expect(csv.text).toMatch(/,"yes"\r?$/m);
  expect(
    await refusalOf(member.call('GET', `/organizations/${guild.id}/attendance-stats?explain=${guest.raider.id}`)),
  ).toEqual([403, 'missing_permission']);
});

test('a guest who is named again is the raider of before, but never one of two, an archived one or a person', async () => {
  const named = async (guest: string) => {
    const event = await make({ slots: [] });
    const added = await done<ParticipationView>(add(event, { guest, roleKey: undefined }));
    expect(await refusalOf(add(event, { raiderId: added.raider.id, roleKey: undefined }))).toEqual([
      409,
      'already_answered',
    ]);
    return added.raider.id;
  };
  const first = await named('Igor Éowyn');
  expect(await named('igoréowyn')).toBe(first);
  await app.ctx.sql('update raider set archived_at = now() where id = $1', [first]);
  const second = await named('Igor Éowyn');
  expect(second).not.toBe(first);
  await app.ctx.sql('update raider set archived_at = null where id = $1', [first]);
  const third = await named('Igor Éowyn');
  expect([first, second]).not.toContain(third);
  const [person] = await app.ctx.sql<{ id: string; name: string }>(
    `select r.id, p.display_name as name from raider r join person p on p.id = r.user_id where r.organization_id = $1 limit 1`,
    [guild.id],
  );
  expect(await named(person?.name ?? '')).not.toBe(person?.id);
});

test('a walk-in without an account is recorded and can be taken back', async () => {
  const event = await make({ slots: [] });
  const guest = await done<ParticipationView>(add(event, { guest: 'Ruff', roleKey: undefined }));
  const other = await make({ slots: [] });
  await moveBack(app, other.id, 50);
  const record = (attendance: string | null) =>
    guild.officer.call('POST', `/events/${other.id}/attendance`, {
      entries: [{ raiderId: guest.raider.id, attendance }],
    });
  await done(record('present'));
  expect(await partsOf(other)).toMatchObject([{ user: null, attendance: 'present', raider: { name: 'Ruff' } }]);
  await done(record(null));
  expect(await partsOf(other)).toEqual([]);
});

test('a member who turns out to be a raider keeps the attendance of the time before they joined', async () => {
  const own = await eventGuild(app, 2);
  const [newcomer, other] = own.members;
  if (!newcomer || !other) throw new Error('A guild has members');
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canViewOfficerData,canViewRoster}' where organization_id = $1`,
    [own.id],
  );
  await app.ctx.sql(`update membership set joined_at = now() - interval '30 days' where user_id = any($1::uuid[])`, [
    [other.userId, own.officer.userId],
  ]);
  const call = own.officer.call;
  const make = () =>
    done<EventView>(
      call('POST', `/organizations/${own.id}/events`, {
        ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60, slots: [] },
      }),
    );
  let raiderId: string | undefined;
  const events: EventView[] = [];
  for (const mark of ['present', 'no_show', 'excused', null, 'declined', 'missed'] as const) {
    const event = await make();
    if (mark !== 'missed') {
      const answered = await done<ParticipationView>(
        call('POST', `/events/${event.id}/participations`, raiderId ? { raiderId } : { guest: 'Curlybill' }),
      );
      raiderId = answered.raider.id;
      if (mark === 'declined')
        await done(call('PATCH', `/events/${event.id}/participations/${answered.id}`, { status: 'declined' }));
    }
    await app.ctx.sql(
      `update event set created_at = created_at - interval '200 hours', published_at = published_at - interval '200 hours' where id = $1`,
      [event.id],
    );
    await moveBack(app, event.id, 100);
    const entries = [
      ...(mark === 'present' || mark === 'no_show' || mark === 'excused' ? [{ raiderId, attendance: mark }] : []),
      ...(mark === null ? [] : [{ userId: other.userId, attendance: 'present' }]),
    ];
    if (entries.length > 0) await done(call('POST', `/events/${event.id}/attendance`, { entries }));
    events.push(event);
  }
  await advance();
  const numbersOf = async (is: (one: MemberAttendance) => boolean) => {
    const stats = await done<MemberAttendance[]>(call('GET', `/organizations/${own.id}/attendance-stats`));
    const found = stats.find(is);
    if (!found) throw new Error('Not in the statistics');
    const { user: _user, raider: _raider, mainCharacter: _main, ...numbers } = found;
    return numbers;
  };
  const trends = async () =>
    (await done<{ buckets: object[] }>(call('GET', `/organizations/${own.id}/attendance-trends?bucket=month`))).buckets;
  const before = await numbersOf(({ raider }) => raider?.id === raiderId);
  expect(before).toMatchObject({ eventsCounted: 3, present: 2, noShow: 1, excused: 2 });
  const trendsBefore = await trends();

  await app.ctx.sql('update membership set joined_at = now() where user_id = $1', [newcomer.userId]);
  const coming = await make();
  await done(newcomer.call('PUT', `/events/${coming.id}/signup`, { status: 'declined' }));
  await done(call('POST', `/raiders/${raiderId}/merge`, { raiderId: await raiderIdOf(own.id, newcomer.userId) }));
  const is = ({ user }: MemberAttendance) => user?.id === newcomer.userId;
  expect(await numbersOf(is)).toEqual(before);
  expect(await trends()).toEqual(trendsBefore);
  const [{ rows = [] } = {}] = await done<MemberAttendance[]>(
    newcomer.call('GET', `/organizations/${own.id}/attendance-stats?explain=${newcomer.userId}`),
  );
  expect(events.map(({ id }) => rows.find(({ eventId }) => eventId === id)?.outcome)).toEqual([
    ...['present', 'no_show', 'excused', 'present', 'removed', 'not_a_member'],
  ]);
});

test('B-03: a raider that another has taken in is found nowhere by its old id', async () => {
  const own = await eventGuild(app, 0);
  const { call } = own.officer;
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canManageLoot,canViewOfficerData,canViewRoster}' where organization_id = $1`,
    [own.id],
  );
  const raider = (name: string) =>
    done<{ id: string }>(call('POST', `/organizations/${own.id}/raiders`, { name, kind: 'guest' }));
  const [into, old, other] = [await raider('Into'), await raider('Old'), await raider('Other')];
  await done(call('POST', `/raiders/${into.id}/merge`, { raiderId: old.id }));
  const team = await done<{ id: string }>(call('POST', `/organizations/${own.id}/teams`, { name: 'First' }));
  const event = await done<EventView>(
    call('POST', `/organizations/${own.id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60, slots: [] },
    }),
  );
  const over = await done<EventView>(
    call('POST', `/organizations/${own.id}/events`, {
      ...{ title: 'Over', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60, slots: [] },
    }),
  );
  await moveBack(app, over.id, 50);
  const attempts: [method: Parameters<typeof call>[0], address: string, body?: Parameters<typeof call>[2]][] = [
    ['PATCH', `/raiders/${old.id}`, { name: 'New' }],
    ['POST', `/raiders/${old.id}/characters`, { name: 'Curlybill' }],
    ['POST', `/raiders/${old.id}/merge`, { raiderId: other.id }],
    ['POST', `/raiders/${other.id}/merge`, { raiderId: old.id }],
    ['POST', `/raiders/${old.id}/split`, { characterIds: [event.id] }],
    ['POST', `/raiders/${old.id}/release`],
    ['GET', `/raiders/${old.id}/loot`],
    ['GET', `/raiders/${old.id}/wishes`],
    ['PUT', `/raiders/${old.id}/wishes`, { wishes: [] }],
    ['PUT', `/teams/${team.id}/members/${old.id}`, { status: 'main' }],
    ['POST', `/events/${event.id}/participations`, { raiderId: old.id }],
  ];
  for (const [method, address, body] of attempts)
    expect([method, address, await refusalOf(call(method, address, body))]).toEqual([
      ...[method, address],
      [404, 'raider_not_found'],
    ]);
  const entries = [{ raiderId: old.id, attendance: 'present' }];
  expect(await refusalOf(call('POST', `/events/${over.id}/attendance`, { entries }))).toEqual([
    404,
    'participation_not_found',
  ]);
});

test('S-05: of an erased person the sums of past events stay, without a name, and nothing of those to come', async () => {
  const own = await eventGuild(app, 2);
  const [leaver, other] = own.members;
  if (!leaver || !other) throw new Error('A guild has members');
  const events: EventView[] = [];
  for (const title of ['Past', 'To come']) {
    const event = await done<EventView>(
      own.officer.call('POST', `/organizations/${own.id}/events`, {
        title,
        type: 'raid',
        scope: 'guild',
        startsAt: inHours(48),
        durationMinutes: 60,
        slots: [],
      }),
    );
    for (const { call, characterId } of [leaver, other])
      await done(call('PUT', `/events/${event.id}/signup`, { characterId, note: 'Bringing cake' }));
    events.push(event);
  }
  const [past, toCome] = events;
  if (!past || !toCome) throw new Error('Two events');
  await app.ctx.sql("update membership set joined_at = joined_at - interval '30 days' where organization_id = $1", [
    own.id,
  ]);
  await moveBack(app, past.id, 200);
  await advance();
  const trends = async () =>
    done<{ buckets: { attendees: number; attendances: number }[] }>(
      own.officer.call('GET', `/organizations/${own.id}/attendance-trends?bucket=month`),
    ).then(({ buckets }) => buckets.filter(({ attendees }) => attendees > 0));
  const before = await trends();
  expect(before).toMatchObject([{ attendees: 2, attendances: 2 }]);

  await done(leaver.call('DELETE', '/auth/me'));
  await runErasures(app);
  await patiently(async () =>
    expect(await app.ctx.sql('select from app_user where id = $1', [leaver.userId])).toEqual([]),
  );
  expect(await trends()).toMatchObject(before.map(({ attendees, attendances }) => ({ attendees, attendances })));
  const parts = (await done<ParticipationListView>(own.officer.call('GET', `/events/${past.id}/participations`)))
    .participations;
  const former = parts.find(({ user }) => user === null);
  expect(former).toMatchObject({ raider: { name: null }, character: null, note: null, status: 'signed_up' });
  expect(parts).toHaveLength(2);
  const { participations } = await done<ParticipationListView>(
    own.officer.call('GET', `/events/${toCome.id}/participations`),
  );
  expect(participations.map(({ user }) => user?.id)).toEqual([other.userId]);
});
