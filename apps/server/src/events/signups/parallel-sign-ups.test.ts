/** Many people act on one event at once, each on their own connection. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, eventGuild, inHours, type Member } from '../../../test/events.ts';
import { actorOf } from '../../../test/people.ts';
import { expectFirstServed, expectOrder, type PartRow } from '../../../test/sign-ups.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { watchStatements } from '../../../test/watch-statements.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { raiderOf } from '../../raiders/raider.access.ts';
import { updateEvent } from '../planning/update-event.ts';
import { leaveEvents } from './free-slots.ts';
import { signUp, withdraw } from './sign-up.ts';

const PLACES = 10;
const ROUNDS = 20;
const connections = { DATABASE_POOL_SIZE: '40' };

async function crowd(app: TestApp, size: number, places = PLACES) {
  const guild = await eventGuild(app, size);
  const { id } = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: [{ roleKey: 'healer', max: places }],
    }),
  );
  return { ...guild, eventId: id };
}

/** People who wanted a slot before and still do have kept their tickets, and so their order. */
function expectKept(before: PartRow[], after: PartRow[], changed: Set<string>): void {
  const tickets = (parts: PartRow[]) =>
    parts
      .filter(({ ticket, userId }) => ticket !== null && !changed.has(userId))
      .map(({ userId, ticket }) => [userId, ticket]);
  expect(tickets(after)).toEqual(tickets(before));
}

/** In every round, each person either keeps or changes their answer, all at once. */
async function playRounds(
  app: TestApp,
  { members, eventId }: { members: Member[]; eventId: string },
  act: (member: Member, wants: boolean) => Promise<unknown>,
): Promise<void> {
  let before: PartRow[] = [];
  const inside = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const changing = members.filter((_, index) => round === 0 || (index * 7 + round) % 3 === 0);
    await Promise.all(changing.map((member) => act(member, !inside.has(member.userId))));
    for (const { userId } of changing) if (!inside.delete(userId)) inside.add(userId);
    const after = await expectOrder(app, eventId);
    expectFirstServed(after, 'healer');
    expect(
      after
        .filter(({ ticket }) => ticket !== null)
        .map(({ userId }) => userId)
        .toSorted(),
    ).toEqual([...inside].toSorted());
    expect(after.filter(({ status }) => status === 'signed_up')).toHaveLength(Math.min(PLACES, inside.size));
    expectKept(before, after, new Set(changing.map(({ userId }) => userId)));
    before = after;
  }
}

test('50 sign-ups for 10 slots queue 40 in order, and 20 rounds of changes never overbook or lose a slot', async () => {
  await using app = await testApp({ roles: ['web'], environment: connections });
  const { members, eventId } = await crowd(app, 50);
  const answered: { status: number; body: Record<string, unknown> }[] = [];
  await playRounds(app, { members, eventId }, async ({ call, characterId }, wants) => {
    const answer = wants
      ? await call('PUT', `/events/${eventId}/signup`, { characterId, roleKey: 'healer' })
      : await call('DELETE', `/events/${eventId}/signup`);
    answered.push(answer);
    if (answered.length === 50) {
      const places = answered.map(({ body }) => body.position).filter((position) => position !== null);
      expect(places.toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: 40 }, (_, index) => index + 1),
      );
    }
  });
  expect(answered.filter(({ status }) => status !== 200)).toEqual([]);
});

test('200 parallel sign-ups for 20 slots are all answered: 20 are in, and 180 wait in order', async () => {
  await using app = await testApp({ roles: ['web'], environment: connections });
  const { members, eventId } = await crowd(app, 200, 20);
  const answers = await Promise.all(
    members.map(({ call, characterId }) =>
      call('PUT', `/events/${eventId}/signup`, { characterId, roleKey: 'healer', status: 'signed_up' }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const waiting = answers.map(({ body }) => body.position).filter((position) => position !== null);
  expect(waiting.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 180 }, (_, i) => i + 1));
  expectFirstServed(await expectOrder(app, eventId), 'healer');
});

test('the first answers of a person to two events at once are of one raider', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, members, eventId } = await crowd(app, 1);
  const [member] = members;
  if (!member) throw new Error('A guild has members');
  const appeared = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<void>();
  const other = app.ctx.transact(async ({ sql }) => {
    appeared.resolve(await raiderOf(sql, id, member.userId));
    await answered.promise;
  });
  const raiderId = await appeared.promise;
  const { characterId, call } = member;
  const answer = done<ParticipationView>(call('PUT', `/events/${eventId}/signup`, { characterId, roleKey: 'healer' }));
  await untilWaiting(app).finally(answered.resolve);
  await other;
  expect(await answer).toMatchObject({ status: 'signed_up', raider: { id: raiderId } });
});

test('a sign-up takes at most eleven statements, from authentication to commit', async () => {
  await using app = await testApp({ roles: ['web'], environment: connections });
  const { members, eventId } = await crowd(app, 5);
  using statements = await watchStatements(app);
  const counts: number[] = [];
  for (const { call, characterId } of members) {
    statements.sent();
    await done(call('PUT', `/events/${eventId}/signup`, { characterId, roleKey: 'healer', note: 'Late' }));
    counts.push(statements.sent().length);
  }
  // Beside one of them, another part of the process may send something.
  const [, , middle] = counts.toSorted((left, right) => left - right);
  expect(middle).toBeLessThanOrEqual(11);
  expect(middle).toBeGreaterThan(8);
});

test('500 people in parallel, 20 rounds: no overbooking, no lost slot, no deadlock, and order is kept', async () => {
  await using app = await testApp({ roles: ['web'], environment: connections });
  const crew = await crowd(app, 500);
  await playRounds(app, crew, (member, wants) => {
    const { characterId } = member;
    const actor = actorOf(member);
    const { eventId: id } = crew;
    return wants
      ? signUp(app.ctx, actor, { id, characterId, roleKey: 'healer', status: 'signed_up' })
      : withdraw(app.ctx, actor, { id });
  });
}, 300_000);

test('parallel sign-ups, withdrawals, slot changes and erasures do not deadlock', async () => {
  await using app = await testApp({ roles: ['web'], environment: connections });
  const { members, officer, eventId } = await crowd(app, 60);
  const person = (member: Member) => ({
    id: eventId,
    characterId: member.characterId,
    roleKey: 'healer' as const,
    status: 'signed_up' as const,
  });
  await mapConcurrently(members, 10, (member) => signUp(app.ctx, actorOf(member), person(member)));
  const [gone, staying] = [members.slice(0, 20), members.slice(20)];
  const { ctx } = app;
  const erase = async ({ userId }: Member) => {
    await ctx.sql('update app_user set erasing_at = now() where id = $1', [userId]);
    await leaveEvents(ctx, userId);
    await ctx.sql('delete from app_user where id = $1', [userId]);
  };
  const resize = async (max: number) => {
    const slots = [{ roleKey: 'healer' as const, max }];
    try {
      await updateEvent(app.ctx, actorOf(officer), { id: eventId, apply: 'this', slots });
    } catch (error) {
      // The larger number of slots was set first, and the new slots are taken.
      expect(error).toMatchObject({ reason: 'slots_below_signups' });
    }
  };
  await Promise.all([
    ...gone.map(erase),
    ...staying.slice(0, 20).map((member) => withdraw(app.ctx, actorOf(member), { id: eventId })),
    ...staying.slice(20).map((member) => signUp(app.ctx, actorOf(member), { ...person(member), note: 'Later' })),
    ...[11, 12, 13, 14].map(resize),
  ]);
  const parts = await expectOrder(app, eventId);
  expectFirstServed(parts, 'healer');
  expect(parts.filter(({ ticket }) => ticket !== null)).toHaveLength(20);
});
