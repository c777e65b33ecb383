import type { EventRole } from '@guildhall/contracts/event.ts';
import type { ParticipantsSwappedView, SwapParticipantsInput } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lacksPermission } from '../../membership/rights/organization.access.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { publishParticipationChange, writeEventLog } from '../event/publish-changes.ts';
import { assertCharacterAllowed, bestCharacter, characterOfRaider } from './choose-character.ts';
import { moveInQueue, refuseNonMember } from './manage-participants.ts';
import { notifyMoved } from './notify-moved.ts';
import { getParticipation } from './participation.queries.ts';
import {
  answerChanges,
  type EarlierAnswer,
  findParticipation,
  roleWithoutSlot,
  type WrittenAnswer,
} from './sign-up.ts';
import { promoteFromWaitlist } from './waitlist-and-gaps.ts';

/**
 * Gives the place of one participant to another, who need not wait for it. The first gets the other's place or position
 * in the queue; if there is neither, they are the first in line.
 */
export async function swapParticipants(
  ctx: AppContext,
  actor: Actor,
  input: SwapParticipantsInput,
): Promise<ParticipantsSwappedView> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { event, mayManage } = await lockEventToEdit(sql, actor, input.id);
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    if (event.started) throw conflict('event_started', 'This event has begun. Record the attendance instead.');
    const { part: holder, slots } = await findParticipation(sql, event, input.outId);
    const { part: other } = await findParticipation(sql, event, input.inId);
    if (slots.length === 0) throw roleWithoutSlot(slots);
    if (holder.status !== 'signed_up' || holder.roleKey === null) throw noPlace();
    if (other.status === 'signed_up' && other.roleKey === holder.roleKey) {
      throw conflict('no_place_to_swap', 'Both have a place of this role. Choose a participant of another role.');
    }
    if (!mayManage && (holder.userId === null || other.userId === null)) throw lacksPermission('canManageEvents');
    if (other.userId !== null) await refuseNonMember(sql, event, other.userId);

    const entering = await entrant(sql, event, other, holder);
    const leaving = await leaver(sql, event, holder, other);
    // The slots of both roles may be full, so the holder steps out before anyone steps in.
    await sql.run(STEP_OUT, [holder.id]);
    await sql.run(PLACE, [other.id, ...placeOf(entering), other.status]);
    await sql.run(PLACE, [holder.id, ...placeOf(leaving), holder.status]);
    if (leaving.ticket === 'next') await moveInQueue(sql, event, leaving, 1);

    const moves = [
      { before: holder, after: leaving },
      { before: other, after: entering },
    ];
    await writeEventLog(
      sql,
      moves.map(({ before, after }) => ({
        eventId: event.id,
        kind: 'moved',
        actorId: actor.userId,
        personId: before.userId,
        raiderId: before.raiderId,
        changes: answerChanges(before, after),
        why: input.reason,
      })),
    );
    await promoteFromWaitlist(tx, [event.id], 'An officer made room.');
    for (const { before } of moves) {
      const { part: now } = await findParticipation(sql, event, before.id);
      await notifyMoved(tx, { event, before, now, actorId: actor.userId, reason: input.reason });
    }
    publishParticipationChange(tx, event);
  });
  return {
    out: await getParticipation(ctx, actor, input.id, input.outId),
    in: await getParticipation(ctx, actor, input.id, input.inId),
  };
}

const noPlace = () =>
  conflict(
    'no_place_to_swap',
    'The participant of outId has no place. Choose one who has, or move the other directly.',
  );

async function refuseUnfitPart(sql: Sql, part: EarlierAnswer, event: EventRow, roles: EventRole[]): Promise<void> {
  const { userId, raiderId, characterId, raiderCharacterId } = part;
  if (userId === null) await characterOfRaider(sql, raiderId, raiderCharacterId, event, roles);
  else if (characterId) await assertCharacterAllowed(sql, characterId, userId, event, roles);
}

type Placed = WrittenAnswer & { ticket: number | 'next' };

async function entrant(
  sql: Sql,
  event: EventRow,
  other: EarlierAnswer,
  { roleKey, ticket }: EarlierAnswer,
): Promise<Placed> {
  const wanted = roleKey ? [roleKey] : [];
  const roles = other.roles.some((role) => role === roleKey) ? other.roles : wanted;
  await refuseUnfitPart(sql, other, event, wanted);
  const characterId =
    other.characterId ?? (other.userId === null ? null : await bestCharacter(sql, other.userId, event, wanted));
  const keeps = other.status === 'signed_up' ? other.ticket : ticket;
  return { ...other, characterId, roleKey, roles, status: 'signed_up', ticket: keeps ?? 'next' };
}

async function leaver(
  sql: Sql,
  event: EventRow,
  holder: EarlierAnswer,
  { status, roleKey, ticket }: EarlierAnswer,
): Promise<Placed> {
  if (status !== 'signed_up') {
    return { ...holder, status: 'waitlist', ticket: ticket ?? 'next' };
  }
  const wanted = roleKey ? [roleKey] : [];
  await refuseUnfitPart(sql, holder, event, wanted);
  const roles = holder.roles.some((role) => role === roleKey) ? holder.roles : wanted;
  return { ...holder, roleKey, roles, ticket: holder.ticket ?? 'next' };
}

const placeOf = ({ status, roleKey, roles, characterId, ticket }: Placed) => [
  status,
  roleKey,
  roles,
  characterId,
  ticket === 'next' ? null : ticket,
];

/** Tentative answers take neither a slot nor a ticket. */
const STEP_OUT = statement`update participation set status = 'tentative', ticket = null where id = $1`;

/** `$7` is the status before the swap. */
const PLACE = statement`
  with drawn as (
    update event set tickets = tickets + 1
    where id = (select event_id from participation where id = $1) and $6::int is null returning tickets
  )
  update participation set status = $2, role_key = $3, roles = $4, character_id = $5,
    ticket = coalesce($6, (select tickets from drawn)), removed = false,
    status_since = case when $2 = $7 then status_since else clock_timestamp() end
  where id = $1`;
