import type { EventLogView, EventView } from '@guildhall/contracts/event.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type {
  ParticipantsSwappedView,
  ParticipationListView,
  ParticipationView,
} from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack, refusalOf } from '../../../test/events.ts';
import { expectOrder } from '../../../test/sign-ups.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 6);
});
afterAll(() => app[Symbol.asyncDispose]());

const SLOTS = [
  { roleKey: 'tank', max: 1 },
  { roleKey: 'healer', max: 1 },
];
const make = (input: object = {}) =>
  done<EventView>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, {
      title: 'Vault',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: SLOTS,
      ...input,
    }),
  );
const member = (at: number): Member => guild.members[at] as Member;
const signUp = (at: number, event: EventView, input: object = {}) =>
  done<ParticipationView>(
    member(at).call('PUT', `/events/${event.id}/signup`, {
      characterId: member(at).characterId,
      roleKey: 'tank',
      ...input,
    }),
  );
const swap = (
  event: EventView,
  out: ParticipationView,
  into: ParticipationView,
  who = guild.officer,
  reason = 'Turns',
) => who.call('POST', `/events/${event.id}/participations/swap`, { outId: out.id, inId: into.id, reason });
const listed = async (event: EventView) =>
  (
    await done<ParticipationListView>(guild.officer.call('GET', `/events/${event.id}/participations`))
  ).participations.map(({ user, status, roleKey, position }) => [
    guild.members.findIndex(({ userId }) => userId === user?.id),
    status,
    roleKey,
    position,
  ]);
const newest = async (at: number, event: EventView) => {
  const inbox = await done<NotificationsView>(member(at).call('GET', '/auth/me/notifications'));
  const { kind, status, roleKey, reason } =
    inbox.notifications.find(({ eventId }) => eventId === event.id) ??
    ({} as Partial<NotificationsView['notifications'][0]>);
  return { kind, status, roleKey, reason };
};

test('refuses members, participants without a place, one participant twice, other events, and events that have begun', async () => {
  const event = await make();
  const [a, b, c] = [
    await signUp(0, event),
    await signUp(1, event),
    await signUp(2, event, { status: 'tentative' }),
  ] as const;
  expect(await refusalOf(swap(event, a, b, member(0)))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(swap(event, a, a))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(swap(event, b, a))).toEqual([409, 'no_place_to_swap']);
  expect(await refusalOf(swap(event, c, a))).toEqual([409, 'no_place_to_swap']);
  const other = await make();
  const elsewhere = await signUp(3, other);
  expect(await refusalOf(swap(event, a, elsewhere))).toEqual([404, 'participation_not_found']);
  const twoTanks = await make({ slots: [{ roleKey: 'tank', max: 2 }] });
  expect(await refusalOf(swap(twoTanks, await signUp(0, twoTanks), await signUp(1, twoTanks)))).toEqual([
    409,
    'no_place_to_swap',
  ]);
  const open = await make({ slots: [] });
  const [x, y] = [
    await signUp(0, open, { roleKey: null }),
    await signUp(1, open, { roleKey: null, status: 'tentative' }),
  ];
  expect(await refusalOf(swap(open, x, y))).toEqual([400, 'role_without_slot']);
  await moveBack(app, event.id, 49);
  expect(await refusalOf(swap(event, a, b))).toEqual([409, 'event_started']);
});

test('the next in line gets the place, the holder gets the position in the queue, and both are told why', async () => {
  const event = await make();
  const [a, , c] = [await signUp(0, event), await signUp(1, event), await signUp(2, event)] as const;
  const swapped = await done<ParticipantsSwappedView>(swap(event, a, c));
  expect(swapped).toMatchObject({
    out: { id: a.id, status: 'waitlist', roleKey: 'tank', position: 2 },
    in: { id: c.id, status: 'signed_up', roleKey: 'tank', position: null },
  });
  expect(await listed(event)).toEqual([
    [2, 'signed_up', 'tank', null],
    [1, 'waitlist', 'tank', 1],
    [0, 'waitlist', 'tank', 2],
  ]);
  await expectOrder(app, event.id);
  expect([await newest(0, event), await newest(2, event), await newest(1, event)]).toEqual([
    { kind: 'place_lost', status: 'waitlist', roleKey: 'tank', reason: 'Turns' },
    { kind: 'moved', status: 'signed_up', roleKey: 'tank', reason: 'Turns' },
    {},
  ]);
  const { entries } = await done<EventLogView>(guild.officer.call('GET', `/events/${event.id}/log`));
  expect(
    entries
      .filter(({ kind }) => kind === 'moved')
      .map(({ person, actor, changes, why }) => [person?.id, actor?.id, changes, why])
      .toSorted(),
  ).toEqual(
    [
      [member(0).userId, guild.officer.userId, { status: ['signed_up', 'waitlist'] }, 'Turns'],
      [member(2).userId, guild.officer.userId, { status: ['waitlist', 'signed_up'] }, 'Turns'],
    ].toSorted(),
  );
  // The way back is the same step.
  await done(swap(event, c, a));
  expect(await listed(event)).toEqual([
    [0, 'signed_up', 'tank', null],
    [1, 'waitlist', 'tank', 1],
    [2, 'waitlist', 'tank', 2],
  ]);
});

test('two full roles exchange their participants, who keep their tickets and the time of their answers', async () => {
  const event = await make();
  const [tank, healer] = [await signUp(0, event), await signUp(1, event, { roleKey: 'healer' })] as const;
  expect(await done<ParticipantsSwappedView>(swap(event, tank, healer))).toMatchObject({
    out: { status: 'signed_up', roleKey: 'healer', statusSince: tank.statusSince },
    in: { status: 'signed_up', roleKey: 'tank', statusSince: healer.statusSince },
  });
  await expectOrder(app, event.id);
  expect(await newest(0, event)).toMatchObject({ kind: 'moved', roleKey: 'healer' });
});

test('an undecided or declined member gets the place, and the holder is the first in line', async () => {
  const event = await make();
  const [a, , maybe, no] = [
    await signUp(0, event),
    await signUp(1, event),
    await signUp(2, event, { status: 'tentative' }),
    await signUp(3, event, { status: 'declined', characterId: null, roleKey: null }),
  ] as const;
  expect(await done<ParticipantsSwappedView>(swap(event, a, maybe))).toMatchObject({
    out: { status: 'waitlist', position: 1 },
    in: { status: 'signed_up', roleKey: 'tank' },
  });
  const swapped = await done<ParticipantsSwappedView>(swap(event, maybe, no));
  expect(swapped).toMatchObject({
    out: { status: 'waitlist', position: 1 },
    in: { status: 'signed_up', roleKey: 'tank', character: { id: member(3).characterId } },
  });
  await expectOrder(app, event.id);
});

test('a class that cannot play the role of the other is refused, and nothing changes', async () => {
  const event = await make();
  const [tank, healer] = [await signUp(0, event), await signUp(1, event, { roleKey: 'healer' })] as const;
  // A mage.
  await app.ctx.sql('update character set class_id = 8 where id = $1', [member(0).characterId]);
  expect(await refusalOf(swap(event, tank, healer))).toEqual([409, 'role_not_playable']);
  await app.ctx.sql('update character set class_id = 11 where id = $1', [member(0).characterId]);
  expect(await listed(event)).toEqual([
    [0, 'signed_up', 'tank', null],
    [1, 'signed_up', 'healer', null],
  ]);
});
