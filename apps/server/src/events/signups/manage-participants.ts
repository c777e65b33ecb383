import { EventRole } from '@guildhall/contracts/event.ts';
import type { AddParticipantInput, MoveParticipantInput } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, texts } from '../../core/db/statement.ts';
import { badRequest, conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { tellParticipation, writeEventLog } from '../event/tell-changes.ts';
import { queueEventMails } from '../mails/queue-event-mails.ts';
import { bestCharacter, refuseUnfit } from './participating-character.ts';
import { getParticipation } from './participation.queries.ts';
import { promote } from './promote.ts';
import { type Answered, findPart, sameRoles, signUpStateOf, whatChanged, writeAnswer } from './sign-up-outcome.ts';
import { tellMoved } from './tell-moved.ts';

/** Answers for a member who has not answered: until the start, even after the deadline, never beyond the slots. */
export async function addParticipant(ctx: AppContext, actor: Actor, input: AddParticipantInput) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { userId } = input;
    const { event } = await lockEventToEdit(sql, actor, input.id);
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    if (event.started) throw conflict('event_started', 'This event has begun. Record the attendance instead.');
    await refuseNonMember(sql, event, userId);
    const standing = await signUpStateOf(sql, event, userId);
    if (standing.part) {
      throw conflict('already_answered', 'This person has answered already. Change that participation instead.');
    }
    const roles = input.roles ?? (input.roleKey ? [input.roleKey] : []);
    if (input.characterId) await refuseUnfit(sql, input.characterId, userId, event, roles);
    const answered = await writeAnswer(sql, event, standing, {
      userId,
      characterId: input.characterId ?? (await bestCharacter(sql, userId, event, roles)),
      roles,
      status: input.status,
      note: input.note ?? null,
      lateMinutes: null,
      refuseIfFull: true,
    });
    const changes = whatChanged(null, answered);
    const entry = { eventId: event.id, actorId: actor.userId, personId: userId, changes, why: input.reason };
    await writeEventLog(sql, [{ ...entry, kind: 'added' }]);
    if (answered.status === 'signed_up' && userId !== actor.userId) {
      await queueEventMails(tx, [{ eventId: event.id, userId, kind: 'promotion', occasion: 'added' }]);
    }
    tellParticipation(tx, event);
    return getParticipation(ctx, sql, event.id, answered.id);
  });
}

/** Moves a participant: until the event is completed, even after the deadline, but never beyond the slots. */
export async function moveParticipant(ctx: AppContext, actor: Actor, input: MoveParticipantInput) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { event } = await lockEventToEdit(sql, actor, input.id);
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    const standing = await findPart(sql, event, input.participationId);
    const { part } = standing;
    const characterId = input.characterId ?? part.characterId;
    const { position, reason } = input;
    const declines = (input.status ?? part.status) === 'declined';
    const roles = input.roleKey === undefined ? part.roles : input.roleKey === null ? [] : [input.roleKey];
    const isRecord = declines || event.started;
    if (!isRecord) await refuseNonMember(sql, event, part.userId);
    if (!isRecord && characterId === null) throw noCharacter();
    if (characterId !== null && (!isRecord || input.characterId)) {
      await refuseUnfit(sql, characterId, part.userId, event, isRecord ? [] : roles);
    }

    // Moving a waitlisted participant to another role gives them a free slot, as it would anybody else.
    const asks = input.status === undefined && part.status === 'waitlist';
    const answered = await writeAnswer(sql, event, standing, {
      ...part,
      characterId,
      roles,
      status: asks && !sameRoles(roles, part.roles) ? 'signed_up' : (input.status ?? part.status),
      note: input.note === undefined ? part.note : input.note,
      refuseIfFull: !asks,
      byOrganizer: part.userId !== actor.userId,
    });
    if (position !== undefined) await moveInQueue(sql, event, answered, position);
    const changes = { ...whatChanged(part, answered), ...(position === undefined ? {} : { position }) };
    if (Object.keys(changes).length > 0) {
      const kind = answered.status === 'declined' && part.status !== 'declined' ? 'removed' : 'moved';
      const entry = { eventId: event.id, actorId: actor.userId, personId: part.userId, changes, why: reason };
      await writeEventLog(sql, [{ ...entry, kind }]);
    }
    const promoted = await promote(tx, [event.id], 'An officer made room.');
    // A person put on the waitlist of a role that has room gets the place back.
    const { part: now } = promoted.size > 0 ? await findPart(sql, event, part.id) : { part: answered };
    await tellMoved(tx, { event, before: part, now, actorId: actor.userId, reason });
    tellParticipation(tx, event);
    return getParticipation(ctx, sql, event.id, answered.id);
  });
}

const MEMBER = statement`select from membership where organization_id = $1 and user_id = $2 and left_at is null`;

/** The next sweep would remove somebody who is not a member. */
async function refuseNonMember(sql: Sql, { organizationId }: EventRow, userId: string): Promise<void> {
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

async function moveInQueue(sql: Sql, event: EventRow, { id, status, roleKey }: Answered, position: number) {
  if (status !== 'waitlist') {
    throw badRequest('invalid_input', 'Only somebody who waits has a position.', {
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
