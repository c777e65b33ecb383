import { EventRole } from '@guildhall/contracts/event.ts';
import type { MoveParticipantInput, ParticipationView } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, texts } from '../../core/db/statement.ts';
import { badRequest, conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { tellParticipation, writeEventLog } from '../event/tell-changes.ts';
import { refuseUnfit } from './participating-character.ts';
import { getParticipation } from './participation.queries.ts';
import { promote } from './promote.ts';
import { type Answered, findPart, type Part, sameRoles, whatChanged, writeAnswer } from './sign-up-outcome.ts';

/**
 * An officer decides about somebody's participation: until the event is completed, even after the deadline, but never
 * beyond the number of slots.
 */
export async function moveParticipant(
  ctx: AppContext,
  actor: Actor,
  input: MoveParticipantInput,
): Promise<ParticipationView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { event } = await lockEventToEdit(sql, actor, input.id);
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    const { part, slots } = await findPart(sql, event, input.participationId);
    const characterId = input.characterId ?? part.characterId;
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
    const answered = await writeAnswer(
      sql,
      event,
      { part, slots },
      {
        userId: part.userId,
        characterId,
        roles,
        status: asks && !sameRoles(roles, part.roles) ? 'signed_up' : (input.status ?? part.status),
        note: input.note === undefined ? part.note : input.note,
        lateMinutes: part.lateMinutes,
        refuseIfFull: !asks,
        byOrganizer: part.userId !== actor.userId,
      },
    );
    if (input.position !== undefined) await moveInQueue(sql, event, answered, input.position);
    await logMove(sql, event, actor, part, answered, input);
    await promote(tx, [event.id], 'An officer made room.');
    tellParticipation(tx, event);
    return getParticipation(ctx, sql, event.id, answered.id);
  });
}

const MEMBER = statement`select from membership where organization_id = $1 and user_id = $2 and left_at is null`;

/** The next sweep would remove somebody who is not a member. */
export async function refuseNonMember(sql: Sql, { organizationId }: EventRow, userId: string): Promise<void> {
  const memberships = await sql.run(MEMBER, [organizationId, userId]);
  if (memberships === 0) throw notFound('member_not_found', 'This person is not a member of the guild.');
}

const noCharacter = () =>
  badRequest('invalid_input', 'Say which character of this person comes: send characterId.', {
    issues: [{ path: 'characterId', message: 'is needed' }],
  });

const QUEUE = query({
  id: 'uuid',
  roles: texts(EventRole.options),
})`select id, roles from participation where event_id = $1 and status = 'waitlist' order by ticket`;

/** Issues new tickets for the whole waitlist; fresh numbers never collide with the old ones. */
const REORDER = statement`
  with drawn as (
    update event set tickets = tickets + cardinality($2::uuid[]) where id = $1 returning tickets - cardinality($2::uuid[]) as before
  )
  update participation p set ticket = drawn.before + q.place
  from drawn, unnest($2::uuid[]) with ordinality q(id, place) where p.id = q.id`;

async function moveInQueue(
  sql: Sql,
  event: EventRow,
  { id, status, roleKey }: Answered,
  position: number,
): Promise<void> {
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

async function logMove(
  sql: Sql,
  event: EventRow,
  actor: Actor,
  part: Part,
  now: Answered,
  { position, reason }: MoveParticipantInput,
): Promise<void> {
  const changes = { ...whatChanged(part, now), ...(position === undefined ? {} : { position }) };
  if (Object.keys(changes).length === 0) return;
  const kind = now.status === 'declined' && part.status !== 'declined' ? 'removed' : 'moved';
  await writeEventLog(sql, [
    { eventId: event.id, kind, actorId: actor.userId, personId: part.userId, changes, why: reason },
  ]);
}
