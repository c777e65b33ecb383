/** The invariants of an event's sign-ups survive every sequence of actions by members and officers. */
import { EventRole, type EventView, ParticipationStatus } from '@guildhall/contracts/event.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild, inHours } from '../../../test/events.ts';
import { actorOf } from '../../../test/people.ts';
import { expectFirstServed, expectOrder } from '../../../test/sign-ups.ts';
import { AppError } from '../../core/errors.ts';
import { changeStatus } from '../planning/change-status.ts';
import { updateEvent } from '../planning/update-event.ts';
import { freeLostSlots } from './free-slots.ts';
import { moveParticipant } from './manage-participants.ts';
import { signUp, withdraw } from './sign-up.ts';
import { swapParticipants } from './swap-participants.ts';

const PEOPLE = 7;
const person = fc.nat({ max: PEOPLE - 1 });
const role = fc.constantFrom(null, ...EventRole.options.slice(0, 3));
const slots = fc.uniqueArray(
  fc.record({ roleKey: fc.constantFrom(...EventRole.options.slice(0, 3)), max: fc.integer({ min: 1, max: 3 }) }),
  {
    selector: ({ roleKey }) => roleKey,
    maxLength: 3,
  },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      who: person,
      roleKey: role,
      status: fc.constantFrom('signed_up' as const, 'signed_up' as const, 'tentative' as const, 'declined' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), who: person }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      who: person,
      status: fc.constantFrom(undefined, ...ParticipationStatus.options),
      roleKey: fc.oneof(fc.constant(undefined), role),
      position: fc.constantFrom(undefined, undefined, 1, 2, 9),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), who: person, other: person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resize' as const), slots }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      to: fc.constantFrom('cancel' as const, 'reopen' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fitness' as const),
      who: person,
      of: fc.constantFrom('membership' as const, 'character' as const),
      ends: fc.boolean(),
    }),
  },
);

const MEMBERSHIP = 'update membership set left_at = case when $2 then now() end where user_id = $1';
const CHARACTER = 'update character set archived_at = case when $2 then now() end where id = $1';

const EXPECTED = [
  'event_not_found',
  'event_not_open',
  'invalid_input',
  'invalid_transition',
  'member_not_found',
  'missing_permission',
  'participation_not_found',
  'character_archived',
  'no_place_to_swap',
  'role_full',
  'role_without_slot',
  'slots_below_signups',
];

test('any sequence of sign-up operations keeps slots and positions consistent, with one row per person', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { ctx } = app;
  const guild = await eventGuild(app, PEOPLE);
  const officer = actorOf(guild.officer);

  const partOf = async (eventId: string, member: { userId: string } | undefined) => {
    const find = 'select id from participation where event_id = $1 and user_id = $2';
    const [part] = await ctx.sql<{ id: string }>(find, [eventId, member?.userId]);
    return part;
  };
  const play = async (
    id: string,
    action: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
  ): Promise<void> => {
    if (action.kind === 'resize') {
      await updateEvent(ctx, officer, { id, apply: 'this', slots: action.slots });
      return;
    }
    if (action.kind === 'turn') {
      await changeStatus(ctx, officer, action.to, { id });
      return;
    }
    const member = guild.members[action.who];
    if (!member) return;
    if (action.kind === 'fitness') {
      const [statement, subject] =
        action.of === 'membership' ? [MEMBERSHIP, member.userId] : [CHARACTER, member.characterId];
      await ctx.sql(statement, [subject, action.ends]);
      await freeLostSlots(ctx);
      return;
    }
    if (action.kind === 'withdraw') {
      await withdraw(ctx, actorOf(member), { id });
      return;
    }
    if (action.kind === 'answer') {
      const { status, roleKey } = action;
      const view = await signUp(ctx, actorOf(member), { id, characterId: member.characterId, roleKey, status });
      // Signing up gives either a slot or a waitlist position.
      const expected = status === 'signed_up' ? ['signed_up', 'waitlist'] : [status];
      expect(expected).toContain(view.status);
      return;
    }
    const part = await partOf(id, member);
    if (action.kind === 'swap') {
      const other = await partOf(id, guild.members[action.other]);
      if (part && other) await swapParticipants(ctx, officer, { id, outId: part.id, inId: other.id });
      return;
    }
    if (part)
      await moveParticipant(ctx, officer, {
        id,
        participationId: part.id,
        status: action.status,
        roleKey: action.roleKey,
        position: action.position,
      });
  };

  await fc.assert(
    fc.asyncProperty(slots, fc.array(step, { minLength: 5, maxLength: 30 }), async (first, steps) => {
      const { id } = await done<EventView>(
        guild.officer.call('POST', `/guilds/${guild.id}/events`, {
          title: 'Raid',
          type: 'raid',
          startsAt: inHours(48),
          durationMinutes: 60,
          slots: first,
        }),
      );
      await ctx.sql('update membership set left_at = null');
      await ctx.sql('update character set archived_at = null');
      const refused: unknown[] = [];
      for (const action of steps) {
        try {
          await play(id, action);
        } catch (error) {
          // A refusal changes nothing; any other error is a bug.
          if (!(error instanceof AppError)) throw error;
          refused.push(error.reason);
        }
        const parts = await expectOrder(app, id);
        expect(parts.length).toBeLessThanOrEqual(PEOPLE);
        for (const roleKey of EventRole.options) expectFirstServed(parts, roleKey);
      }
      // The event is hidden from former members; all other refusals are among the expected ones.
      for (const reason of refused) expect(EXPECTED).toContain(reason);
    }),
    { numRuns: 60 },
  );
});
