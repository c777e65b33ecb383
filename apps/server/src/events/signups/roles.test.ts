/** Sign-up roles: those a class can play, several in order of preference, and members added by officers. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { CharacterTemplate } from '@guildhall/contracts/own-characters.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack, refusalOf } from '../../../test/events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const raid = ({ id, officer }: EventGuild, slots: Record<string, number>, more: object = {}) =>
  done<EventView>(
    officer.call('POST', `/organizations/${id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 120,
      slots: Object.entries(slots).map(([roleKey, max]) => ({ roleKey, max })),
      ...more,
    }),
  );
const answer = ({ call, characterId }: Member, event: EventView, input: object) =>
  call('PUT', `/events/${event.id}/signup`, { characterId, ...input });
const signUp = (who: Member, event: EventView, ...roles: string[]) =>
  done<ParticipationView>(answer(who, event, { roles }));
const partOf = async ({ call }: Member, event: EventView) => {
  const { mine } = await done<EventView>(call('GET', `/events/${event.id}`));
  return [mine?.status, mine?.roleKey, mine?.position];
};

const ROGUE = 4;
const play = ({ characterId }: Member, classId: number, gameVersion = 'retail') =>
  app.ctx.sql('update character set class_id = $2, game_version = $3 where id = $1', [
    characterId,
    classId,
    gameVersion,
  ]);

test('a character can take the roles its class plays, or any role if the event allows it', async () => {
  const guild = await eventGuild(app, 1);
  const [member] = guild.members as [Member];
  await play(member, ROGUE);
  const slots = { tank: 2, melee: 2, flex: 2 };
  const event = await raid(guild, slots);
  expect(await refusalOf(answer(member, event, { roleKey: 'tank' }))).toEqual([409, 'role_not_playable']);
  expect(await refusalOf(answer(member, event, { roles: ['melee', 'tank'] }))).toEqual([409, 'role_not_playable']);
  expect(await refusalOf(answer(member, event, { roleKey: 'tank', status: 'tentative' }))).toEqual([
    409,
    'role_not_playable',
  ]);
  expect(await signUp(member, event, 'melee')).toMatchObject({ unusualRole: false });
  expect(await signUp(member, event, 'flex')).toMatchObject({ roleKey: 'flex', unusualRole: false });

  const { id } = await signUp(member, event, 'melee');
  const move = { roleKey: 'tank' };
  expect(await refusalOf(guild.officer.call('PATCH', `/events/${event.id}/participations/${id}`, move))).toEqual([
    409,
    'role_not_playable',
  ]);
  const open = await done<EventView>(guild.officer.call('PATCH', `/events/${event.id}`, { anyRole: true }));
  expect(open.anyRole).toBe(true);
  expect(await signUp(member, event, 'tank')).toMatchObject({ roleKey: 'tank', unusualRole: true });
});

test('templates and characters list the roles that a class can play in each game version', async () => {
  const guild = await eventGuild(app, 1);
  const [{ call, characterId, ...member }] = guild.members as [Member];
  const templates = await done<CharacterTemplate[]>(call('GET', '/characters/templates'));
  const rolesOf = (gameVersion: string, classId: number) =>
    templates.find((each) => each.gameVersion === gameVersion)?.classes.find(({ id }) => id === classId)?.roles;
  expect([rolesOf('retail', 3), rolesOf('classic', 3), rolesOf('classic-era', 3)]).toEqual([
    ['melee', 'ranged'],
    ['ranged'],
    ['ranged'],
  ]);
  expect([rolesOf('retail', 1), rolesOf('classic-era', 2), rolesOf('retail', 10)]).toEqual([
    ['tank', 'melee'],
    ['tank', 'healer', 'melee'],
    ['tank', 'healer', 'melee'],
  ]);
  const read = () => done<CharacterView>(call('GET', `/characters/${characterId}`));
  expect((await read()).playableRoles).toEqual(['tank', 'healer', 'melee', 'ranged']);
  await app.ctx.sql('update character set spec_id = 105 where id = $1', [characterId]);
  expect((await read()).playableRoles).toEqual(['healer', 'tank', 'melee', 'ranged']);
  await play({ call, characterId, ...member }, 99);
  expect((await read()).playableRoles).toHaveLength(4);
});

test('a sign-up gets the first of its roles with a free slot, or waits for the first that opens', async () => {
  const guild = await eventGuild(app, 5);
  const [first, second, third, fourth, fifth] = guild.members as [Member, Member, Member, Member, Member];
  const event = await raid(guild, { tank: 1, healer: 1 });
  expect(await signUp(first, event, 'tank', 'healer')).toMatchObject({ status: 'signed_up', roleKey: 'tank' });
  expect(await signUp(second, event, 'tank', 'healer')).toMatchObject({ status: 'signed_up', roleKey: 'healer' });
  await signUp(third, event, 'tank');
  await signUp(fourth, event, 'healer', 'tank');
  await signUp(fifth, event, 'healer');
  expect(await partOf(third, event)).toEqual(['waitlist', 'tank', 1]);
  expect(await partOf(fourth, event)).toEqual(['waitlist', 'healer', 1]);
  expect(await partOf(fifth, event)).toEqual(['waitlist', 'healer', 2]);
  const { slots, counts } = await done<EventView>(first.call('GET', `/events/${event.id}`));
  expect([slots.map(({ waitlist }) => waitlist), counts.waitlist]).toEqual([[2, 2], 3]);

  // The second person prefers tank but stays a healer: people with a slot are never moved unasked.
  await done(first.call('DELETE', `/events/${event.id}/signup`));
  expect(await partOf(second, event)).toEqual(['signed_up', 'healer', null]);
  expect(await partOf(third, event)).toEqual(['signed_up', 'tank', null]);
  await done(third.call('DELETE', `/events/${event.id}/signup`));
  expect(await partOf(fourth, event)).toEqual(['signed_up', 'tank', null]);
  await done(second.call('DELETE', `/events/${event.id}/signup`));
  expect(await partOf(fifth, event)).toEqual(['signed_up', 'healer', null]);
});

test('dropping a role keeps the turn, adding one queues again, and a role that is held stays held', async () => {
  const guild = await eventGuild(app, 3);
  const [holder, second, third] = guild.members as [Member, Member, Member];
  const event = await raid(guild, { tank: 1, healer: 1 });
  await signUp(guild.officer, event, 'healer');
  await signUp(holder, event, 'tank');
  expect(await signUp(holder, event, 'healer', 'tank')).toMatchObject({ status: 'signed_up', roleKey: 'tank' });
  await signUp(second, event, 'tank', 'healer');
  await signUp(third, event, 'tank');
  await signUp(second, event, 'tank');
  expect([(await partOf(second, event))[2], (await partOf(third, event))[2]]).toEqual([1, 2]);
  await signUp(second, event, 'healer', 'tank');
  expect([await partOf(second, event), (await partOf(third, event))[2]]).toEqual([['waitlist', 'healer', 1], 1]);

  const participations = await done<{ participations: ParticipationView[] }>(
    holder.call('GET', `/events/${event.id}/participations?roleKey=tank&status=waitlist`),
  );
  const part = participations.participations.find(({ user }) => user?.id === second.userId);
  const moved = { roleKey: 'tank', status: 'waitlist', position: 1 };
  await done(guild.officer.call('PATCH', `/events/${event.id}/participations/${part?.id}`, moved));
  expect([(await partOf(second, event))[2], (await partOf(third, event))[2]]).toEqual([1, 2]);
  for (const roles of [[], ['tank', 'tank'], ['melee']]) {
    expect((await answer(third, event, { roles })).status).toBe(400);
  }
  expect((await answer(third, event, { roles: ['tank'], roleKey: 'tank' })).status).toBe(400);
});

test('an officer can add a member before the start, to a slot or the waitlist, but overwrites no answer', async () => {
  const guild = await eventGuild(app, 3);
  const [member, second, third] = guild.members as [Member, Member, Member];
  const outsider = (await eventGuild(app)).officer;
  const event = await raid(guild, { tank: 1 }, { signupDeadline: inHours(24) });
  const path = `/events/${event.id}/participations`;
  const add = ({ userId }: Member, more: object = {}) =>
    guild.officer.call('POST', path, { userId, roleKey: 'tank', ...more });
  expect(await refusalOf(member.call('POST', path, { userId: second.userId, roleKey: 'tank' }))).toEqual([
    403,
    'missing_permission',
  ]);
  expect(await refusalOf(add(outsider))).toEqual([404, 'member_not_found']);
  expect(await refusalOf(add(member, { characterId: second.characterId }))).toEqual([404, 'character_not_found']);
  expect(await refusalOf(add(member, { roleKey: 'melee' }))).toEqual([400, 'role_without_slot']);

  const { status, body } = await add(member, { note: 'Asked in voice', reason: 'No time to sign up' });
  expect([status, body]).toMatchObject([
    201,
    { status: 'signed_up', roleKey: 'tank', user: { id: member.userId }, character: { id: member.characterId } },
  ]);
  expect(await refusalOf(add(member))).toEqual([409, 'already_answered']);
  expect(await refusalOf(add(second))).toEqual([409, 'role_full']);
  expect((await add(second, { status: 'waitlist' })).body).toMatchObject({ status: 'waitlist', position: 1 });
  await play(third, ROGUE);
  expect(await refusalOf(add(third, { status: 'waitlist' }))).toEqual([409, 'role_not_playable']);
  const log = await guild.officer.call('GET', `/events/${event.id}/log`);
  expect(log.body).toMatchObject({
    entries: [
      { kind: 'added', person: { id: second.userId } },
      { kind: 'added', person: { id: member.userId }, why: 'No time to sign up' },
      { kind: 'created' },
    ],
  });
  await moveBack(app, event.id, 49);
  expect(await refusalOf(add(third))).toEqual([409, 'event_started']);
});
