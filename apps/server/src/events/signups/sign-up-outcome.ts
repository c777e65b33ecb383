/** Turns an answer into its outcome: a slot, the end of the waitlist, or neither. Needs the lock of the event. */
import type { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, object, query, type RowOf } from '../../core/db/statement.ts';
import { type AppError, badRequest, conflict, notFound, unauthenticated } from '../../core/errors.ts';
import type { EventRow } from '../event/event.access.ts';
import { Answer } from '../event/event.presenter.ts';

const Part = columns({ ...Answer, id: 'uuid', userId: 'uuid', characterId: 'uuid?', ticket: 'int?', removed: 'bool' });
export type Part = RowOf<typeof Part>;

type Slot = { roleKey: EventRole; free: number };

/** The basis of an answer's outcome: the earlier answer and the free slots. Read under the lock. */
const SignUpState = columns({ part: object(Part).orNull, slots: json<Slot[]>() });
export type SignUpState = RowOf<typeof SignUpState>;

const standingFrom = (place: string) => query(SignUpState)`
  select case when p.id is not null then jsonb_build_object('id', p.id, 'userId', p.user_id,
      'characterId', p.character_id, 'roleKey', p.role_key, 'roles', p.roles, 'status', p.status, 'ticket', p.ticket,
      'note', p.note, 'lateMinutes', p.late_minutes, 'removed', p.removed) end as part,
    (select coalesce(jsonb_agg(jsonb_build_object('roleKey', s.role_key, 'free', s.max - s.taken) order by s.position), '[]')
      from event_slot s where s.event_id = e.id) as slots
  from (select $1::uuid as id) e ${place}`;
const OF_PERSON = standingFrom(`join person u on u.id = $2
  left join participation p on p.event_id = e.id and p.user_id = u.id`);
const OF_ID = standingFrom('left join participation p on p.event_id = e.id and p.id = $2');

/** Throws UNAUTHORIZED for a person who is gone. */
export async function signUpStateOf(sql: Sql, event: EventRow, userId: string): Promise<SignUpState> {
  const state = await sql.maybe(OF_PERSON, [event.id, userId]);
  if (!state) throw unauthenticated();
  return state;
}

/** Throws NOT_FOUND when this is no participation of the event. */
export async function findPart(
  sql: Sql,
  event: EventRow,
  participationId: string,
): Promise<SignUpState & { part: Part }> {
  const { part, slots } = await sql.one(OF_ID, [event.id, participationId]);
  if (!part) throw noParticipation();
  return { part, slots };
}

export const noParticipation = () => notFound('participation_not_found', 'There is no such participation.');

export const wantsIn = (status: ParticipationStatus | undefined) => status === 'signed_up' || status === 'waitlist';

export type Wish = {
  userId: string;
  characterId: string | null;
  /** Preferred first. */
  roles: EventRole[];
  /** `signed_up` without a free slot becomes `waitlist`, unless `refuseIfFull` is set. */
  status: ParticipationStatus;
  note: string | null;
  lateMinutes: number | null;
  /** Throws CONFLICT instead of waitlisting: an officer's decision is exact. */
  refuseIfFull?: boolean;
  /** Somebody else declines on the person's behalf. */
  byOrganizer?: boolean;
};

/** The character of an earlier answer may have been deleted since; the lock waits for a deletion in progress. */
const WRITE = query({ id: 'uuid', characterId: 'uuid?' })`
  with drawn as (update event set tickets = tickets + 1 where id = $1 and $10 returning tickets),
  again as (delete from withdrawn_answer where event_id = $1 and user_id = $2)
  insert into participation as p (event_id, user_id, character_id, role_key, roles, status, ticket, note, removed, late_minutes, status_since)
  values ($1, $2, (select id from character where id = $3), $4, $5, $6,
    coalesce((select tickets from drawn), $7), $8, $9, $11, clock_timestamp())
  on conflict (event_id, user_id) do update set character_id = excluded.character_id, role_key = excluded.role_key,
    roles = excluded.roles, status = excluded.status, ticket = excluded.ticket, note = excluded.note,
    late_minutes = excluded.late_minutes,
    removed = case when p.status = excluded.status then p.removed else excluded.removed end,
    status_since = case when p.status = excluded.status then p.status_since else clock_timestamp() end
  returning id, character_id as "characterId"`;

export type Answered = Pick<Part, 'id' | 'characterId' | 'roleKey' | 'roles' | 'status' | 'note' | 'lateMinutes'>;

/** Writes the answer. The caller holds the lock and calls `promote` afterwards. Throws BAD_REQUEST, CONFLICT. */
export async function writeAnswer(sql: Sql, event: EventRow, standing: SignUpState, wish: Wish): Promise<Answered> {
  const { status, ticket, roleKey, roles } = outcome(standing, wish);
  const lateMinutes = status === 'declined' ? null : wish.lateMinutes || null;
  const values = [
    event.id,
    wish.userId,
    wish.characterId,
    roleKey,
    roles,
    status,
    ticket === 'next' ? null : ticket,
    wish.note,
    status === 'declined' && wish.byOrganizer === true,
    ticket === 'next',
    lateMinutes,
  ];
  const { id, characterId } = await sql.one(WRITE, values);
  return { id, status, roleKey, roles, characterId, note: wish.note, lateMinutes };
}

const UNANSWERED = { status: null, roleKey: null, roles: [], lateMinutes: null };

/** The changes of an answer, for the log: without the text of notes or names of characters. */
export function whatChanged(part: Part | null, now: Answered): Record<string, unknown> {
  const { status, roleKey, roles, lateMinutes } = part ?? UNANSWERED;
  return {
    ...(status === now.status ? {} : { status: [status, now.status] }),
    ...(roleKey === now.roleKey ? {} : { roleKey: [roleKey, now.roleKey] }),
    ...(sameRoles(roles, now.roles) || now.roles.length + roles.length < 3 ? {} : { roles: [roles, now.roles] }),
    ...(!part || part.characterId === now.characterId ? {} : { character: true }),
    ...(!part || part.note === now.note ? {} : { note: true }),
    ...(lateMinutes === now.lateMinutes ? {} : { lateMinutes: [lateMinutes, now.lateMinutes] }),
  };
}

export const sameRoles = (a: EventRole[], b: EventRole[]) => a.join() === b.join();

type Outcome = Pick<Part, 'status' | 'roleKey' | 'roles'> & { ticket: number | 'next' | null };

function outcome({ part, slots }: SignUpState, wish: Wish): Outcome {
  const { roles } = wish;
  const preferred = roles[0] ?? null;
  if (wish.status === 'declined') return { status: 'declined', ticket: null, roleKey: null, roles: [] };
  const slotOf = (role: EventRole) => slots.find(({ roleKey }) => roleKey === role);
  const isMissing = preferred === null ? wish.status !== 'tentative' : !roles.every(slotOf);
  if (slots.length > 0 && isMissing) throw noSlot(slots);
  if (wish.status === 'tentative') return { status: 'tentative', ticket: null, roleKey: preferred, roles };

  const wanted = part && wantsIn(part.status) ? part : null;
  if (wanted && sameRoles(wanted.roles, roles) && (wanted.status === wish.status || !wish.refuseIfFull)) return wanted;
  if (wish.status === 'waitlist' && slots.length === 0) throw noSlot(slots);
  const held = wanted?.status === 'signed_up' ? wanted.roleKey : null;
  const place = roles.find((role) => role === held || (slotOf(role)?.free ?? 0) > 0);
  const hasPlace = wish.status === 'signed_up' && (slots.length === 0 || place !== undefined);
  if (wish.status === 'signed_up' && !hasPlace && wish.refuseIfFull) {
    throw conflict(
      'role_full',
      'No place of this role is free. Move somebody out of it first, or raise its number of slots.',
    );
  }
  const roleKey = (hasPlace ? place : undefined) ?? preferred;
  // Narrowing the choice of roles keeps the ticket; a new role means queueing for it like everybody else.
  const keepsTicket = hasPlace
    ? held !== null && held === roleKey
    : wanted?.status === 'waitlist' && roles.every((role) => wanted.roles.includes(role));
  const ticket = keepsTicket ? (wanted?.ticket ?? null) : 'next';
  return { status: hasPlace ? 'signed_up' : 'waitlist', ticket, roleKey, roles };
}

function noSlot(slots: Slot[]): AppError {
  const roles = slots.map(({ roleKey }) => roleKey).join(', ');
  const message = roles
    ? `Choose one of the roles of this event: ${roles}.`
    : 'This event has no slots, so it has no waitlist.';
  return badRequest('role_without_slot', message);
}
