import { EventRole } from '@guildhall/contracts/event.ts';
import type { AddParticipantInput, MoveParticipantInput } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, texts } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import { badRequest, conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lacksPermission } from '../../membership/rights/organization.access.ts';
import { addRaider, findRaider } from '../../raiders/raider.access.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { publishParticipationChange, writeEventLog } from '../event/publish-changes.ts';
import { queueEventMails } from '../mails/event-mails.ts';
import { assertCharacterAllowed, bestCharacter, characterOfRaider } from './choose-character.ts';
import { notifyMoved } from './notify-moved.ts';
import { getParticipation } from './participation.queries.ts';
import {
  answerChanges,
  findParticipation,
  sameRoles,
  signUpStateOf,
  signUpStateOfRaider,
  type WrittenAnswer,
  writeAnswer,
} from './sign-up.ts';
import { promoteFromWaitlist, tellOfGaps } from './waitlist-and-gaps.ts';

/**
 * Answers for a raider who has not answered, with or without an account: until the start, even after the deadline, never
 * beyond the slots.
 */
export async function addParticipant(ctx: AppContext, actor: Actor, input: AddParticipantInput) {
  const { id } = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { event, mayManage } = await lockEventToEdit(sql, actor, input.id);
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    if (event.started) throw conflict('event_started', 'This event has begun. Record the attendance instead.');
    const { raiderId, userId } = await addedRaider(tx, event, input, mayManage);
    if (userId !== null) await refuseNonMember(sql, event, userId);
    const standing = await signUpStateOfRaider(sql, event, raiderId);
    if (standing.part) {
      throw conflict('already_answered', 'This person has answered already. Change that participation instead.');
    }
    const roles = input.roles ?? (input.roleKey ? [input.roleKey] : []);
    const answered = await writeAnswer(sql, event, standing, {
      raiderId,
      ...(await broughtBy(sql, event, { raiderId, userId }, input, roles)),
      roles,
      status: input.status,
      note: input.note ?? null,
      lateMinutes: null,
      refuseIfFull: true,
    });
    const changes = answerChanges(null, answered);
    const entry = { eventId: event.id, actorId: actor.userId, personId: userId, raiderId, changes, why: input.reason };
    await writeEventLog(sql, [{ ...entry, kind: 'added' }]);
    if (answered.status === 'signed_up' && userId !== null && userId !== actor.userId) {
      await queueEventMails(tx, [{ eventId: event.id, userId, kind: 'promotion', occasion: 'added' }]);
    }
    publishParticipationChange(tx, event);
    return answered;
  });
  return getParticipation(ctx, actor, input.id, id);
}

/** Throws NOT_FOUND, and FORBIDDEN for raiders without an account, whom only people who manage events answer for. */
async function addedRaider(tx: Rows, event: EventRow, input: AddParticipantInput, mayManage: boolean) {
  const { sql } = tx;
  const { organizationId } = event;
  const { userId, raiderId, guest } = input;
  if (userId !== undefined) {
    await refuseNonMember(sql, event, userId);
    return { raiderId: (await signUpStateOf(sql, event, userId)).raiderId, userId };
  }
  const raider = raiderId === undefined ? null : await findRaider(tx, organizationId, raiderId);
  if (raider?.user) return { raiderId: raider.id, userId: raider.user.id };
  if (!mayManage) throw lacksPermission('canManageEvents');
  const { id } = raider ?? (await guestNamed(tx, organizationId, guest ?? ''));
  return { raiderId: id, userId: null };
}

const NAMESAKES = query({ id: 'uuid' })`
  select id from raider where organization_id = $1 and user_id is null and merged_into_id is null and archived_at is null
    and folded_name(name) = folded_name($2) limit 2`;

/** The only raider without an account who bears this name, so that a guest of every week stays one raider; else a new guest. */
async function guestNamed(tx: Rows, organizationId: string, name: string): Promise<{ id: string }> {
  const [found, another] = await tx.sql.many(NAMESAKES, [organizationId, name]);
  return found && !another ? found : addRaider(tx, organizationId, { kind: 'guest', name });
}

type Brought = Pick<AddParticipantInput, 'characterId' | 'raiderCharacterId'>;

async function broughtBy(
  sql: Sql,
  event: EventRow,
  { raiderId, userId }: { raiderId: string; userId: string | null },
  { characterId, raiderCharacterId }: Brought,
  roles: EventRole[],
) {
  if (userId === null) {
    const brought = await characterOfRaider(sql, raiderId, raiderCharacterId ?? null, event, roles);
    return { characterId: null, raiderCharacterId: brought };
  }
  if (characterId) await assertCharacterAllowed(sql, characterId, userId, event, roles);
  return { characterId: characterId ?? (await bestCharacter(sql, userId, event, roles)) };
}

/** Moves a participant: until the event is completed, even after the deadline, but never beyond the slots. */
export async function moveParticipant(ctx: AppContext, actor: Actor, input: MoveParticipantInput) {
  const { id } = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { event, mayManage } = await lockEventToEdit(sql, actor, input.id);
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    const standing = await findParticipation(sql, event, input.participationId);
    const { part } = standing;
    const { userId, raiderId } = part;
    if (userId === null && !mayManage) throw lacksPermission('canManageEvents');
    const characterId = input.characterId ?? part.characterId;
    const { position, reason } = input;
    const declines = (input.status ?? part.status) === 'declined';
    const roles = input.roleKey === undefined ? part.roles : input.roleKey === null ? [] : [input.roleKey];
    const isRecord = declines || event.started;
    let { raiderCharacterId } = part;
    if (userId !== null) {
      if (!isRecord) await refuseNonMember(sql, event, userId);
      if (!isRecord && characterId === null) throw noCharacter();
      if (characterId !== null && (!isRecord || input.characterId)) {
        await assertCharacterAllowed(sql, characterId, userId, event, isRecord ? [] : roles);
      }
    } else if (!isRecord || input.raiderCharacterId) {
      const named = input.raiderCharacterId ?? raiderCharacterId;
      raiderCharacterId = await characterOfRaider(sql, raiderId, named, event, isRecord ? [] : roles);
    }

    // Moving a waitlisted participant to another role gives them a free slot, as it would any other.
    const asks = input.status === undefined && part.status === 'waitlist';
    const answered = await writeAnswer(sql, event, standing, {
      ...part,
      characterId,
      raiderCharacterId,
      roles,
      status: asks && !sameRoles(roles, part.roles) ? 'signed_up' : (input.status ?? part.status),
      note: input.note === undefined ? part.note : input.note,
      refuseIfFull: !asks,
      byOrganizer: userId !== actor.userId,
    });
    if (position !== undefined) await moveInQueue(sql, event, answered, position);
    const changes = { ...answerChanges(part, answered), ...(position === undefined ? {} : { position }) };
    if (Object.keys(changes).length > 0) {
      const kind = answered.status === 'declined' && part.status !== 'declined' ? 'removed' : 'moved';
      const entry = { eventId: event.id, actorId: actor.userId, personId: userId, raiderId, changes, why: reason };
      await writeEventLog(sql, [{ ...entry, kind }]);
      if (kind === 'removed') await tellOfGaps(tx, [event.id], { raiderIds: [raiderId], actorId: actor.userId });
    }
    const promoted = await promoteFromWaitlist(tx, [event.id], 'An officer made room.');
    // A person put on the waitlist of a role that has room gets the place back.
    const { part: now } = promoted.size > 0 ? await findParticipation(sql, event, part.id) : { part: answered };
    await notifyMoved(tx, { event, before: part, now, actorId: actor.userId, reason });
    publishParticipationChange(tx, event);
    return answered;
  });
  return getParticipation(ctx, actor, input.id, id);
}

const MEMBER = statement`select from membership where organization_id = $1 and user_id = $2 and left_at is null`;

/** The next sweep would remove a person who is not a member. */
export async function refuseNonMember(sql: Sql, { organizationId }: EventRow, userId: string): Promise<void> {
  const memberships = await sql.run(MEMBER, [organizationId, userId]);
  if (memberships === 0) throw notFound('member_not_found', 'This person is not a member of the guild.');
}

const noCharacter = () =>
  badRequest('invalid_input', 'Say which character of this person comes: send characterId.', {
    issues: [{ path: 'characterId', message: 'is needed' }],
  });

const QUEUE = query({ id: 'uuid', roles: texts(EventRole.options) })`
  select id, roles from participation where event_id = $1 and status = 'waitlist' order by ticket`;

/** Issues new tickets for the whole waitlist; fresh numbers never collide with the old ones. */
const REORDER = statement`
  with drawn as (
    update event set tickets = tickets + cardinality($2::uuid[]) where id = $1 returning tickets - cardinality($2::uuid[]) as before
  )
  update participation p set ticket = drawn.before + q.place
  from drawn, unnest($2::uuid[]) with ordinality q(id, place) where p.id = q.id`;

export async function moveInQueue(sql: Sql, event: EventRow, { id, status, roleKey }: WrittenAnswer, position: number) {
  if (status !== 'waitlist') {
    throw badRequest('invalid_input', 'Only a waitlisted member has a position.', {
      issues: [{ path: 'position', message: 'is for people on the waitlist' }],
    });
  }
  const others = (await sql.many(QUEUE, [event.id])).filter((row) => row.id !== id);
  const line = others.filter(({ roles }) => roleKey !== null && roles.includes(roleKey));
  // Insert before the participant at this position in the role's line, or behind the line; keep other lines.
  const next = line[position - 1];
  const last = line.at(-1);
  const place = next ? others.indexOf(next) : last ? others.indexOf(last) + 1 : others.length;
  const ids = others.map((row) => row.id);
  await sql.run(REORDER, [event.id, ids.toSpliced(place, 0, id)]);
}
