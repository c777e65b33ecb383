/** How a member signs up, and how every answer to an event is written. */
import type { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { ParticipationView, SignUpInput, WithdrawnView } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, object, query, type RowOf, statement } from '../../core/db/statement.ts';
import { type AppError, badRequest, conflict, forbidden, unauthenticated } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { refuseArchived } from '../../membership/rights/organization.access.ts';
import { noRaider } from '../../raiders/raider.access.ts';
import { type EventRow, loadVisibleEvent, lockEvent } from '../event/event.access.ts';
import { Answer } from '../event/event.queries.ts';
import { type EventLogLine, publishParticipationChange, writeEventLog } from '../event/publish-changes.ts';
import { assertCharacterAllowed } from './choose-character.ts';
import { getParticipation, noParticipation } from './participation.queries.ts';
import { promoteFromWaitlist, tellOfGaps } from './waitlist-and-gaps.ts';

/** Records a person's own answer. A slot this frees goes to the waitlist in the same transaction. */
export async function signUp(ctx: AppContext, actor: Actor, input: SignUpInput): Promise<ParticipationView> {
  const { id } = await ctx.transact((tx) => signUpWithin(tx, actor, input));
  return getParticipation(ctx, actor, input.id, id);
}

/** The same within a transaction. */
export async function signUpWithin(tx: UnitOfWork, actor: Actor, input: SignUpInput): Promise<WrittenAnswer> {
  const { sql } = tx;
  const { access } = await loadVisibleEvent(sql, actor, input.id);
  if (!access.isMember) throw forbidden('Only members can sign up.');
  refuseArchived(access);
  const event = await lockEvent(sql, input.id);
  const standing = await signUpStateOf(sql, event, actor.userId);
  const { part } = standing;
  const roles = input.roles ?? (input.roleKey ? [input.roleKey] : []);
  refuseLate(event, part, { ...input, roles });
  const characterId = input.characterId ?? part?.characterId ?? null;
  if (input.characterId) await assertCharacterAllowed(sql, input.characterId, actor.userId, event, roles);

  const wish = {
    raiderId: standing.raiderId,
    characterId,
    roles,
    status: input.status,
    note: input.note === undefined ? (part?.note ?? null) : input.note,
    lateMinutes: input.lateMinutes === undefined ? (part?.lateMinutes ?? null) : input.lateMinutes,
  };
  return recordAnswer(tx, event, standing, wish, byThemselves(actor), 'Somebody gave up the place.');
}

type Wanted = Pick<SignUpInput, 'status' | 'characterId'> & { roles: EventRole[] };

/** After the deadline a person may only step back or change the note; after the start, nothing. */
export function refuseLate(event: EventRow, part: EarlierAnswer | null, wish: Wanted): void {
  if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
  if (event.started) throw conflict('event_started', 'This event has begun.');
  const stepsBack = wish.status === 'declined' || (wish.status === 'tentative' && isSignedUpOrWaiting(part?.status));
  const stays =
    part !== null &&
    wish.status === (part.status === 'waitlist' ? 'signed_up' : part.status) &&
    sameRoles(part.roles, wish.roles) &&
    part.characterId === (wish.characterId ?? part.characterId);
  if (event.closed && !stepsBack && !stays) throw conflict('signup_closed', 'Sign-ups for this event are closed.');
}

type By = Pick<EventLogLine, 'actorId' | 'personId' | 'raiderId' | 'serviceId' | 'via'>;

const byThemselves = ({ userId, via, service }: Actor): By => ({
  actorId: userId,
  personId: userId,
  serviceId: service?.id,
  via,
});

/** Writes and logs the answer, and gives a slot that it frees to the waitlist; `why` is for the log. */
export async function recordAnswer(
  tx: UnitOfWork,
  event: EventRow,
  standing: SignUpState,
  wish: RequestedAnswer,
  by: By,
  why: string,
): Promise<WrittenAnswer> {
  const { part } = standing;
  const answered = await writeAnswer(tx.sql, event, standing, wish);
  const changes = answerChanges(part, answered);
  if (Object.keys(changes).length > 0) {
    await writeEventLog(tx.sql, [{ eventId: event.id, kind: 'answered', ...by, changes }]);
  }
  if (part?.status === 'signed_up') await promoteFromWaitlist(tx, [event.id], why);
  if (answered.status === 'declined' && part !== null && part.status !== 'declined') {
    await tellOfGaps(tx, [event.id], { raiderIds: [wish.raiderId], actorId: by.actorId });
  }
  publishParticipationChange(tx, event);
  return answered;
}

const TAKE_BACK = statement`
  with gone as (delete from participation where id = $1 returning event_id, user_id)
  insert into withdrawn_answer (event_id, user_id, at)
  select event_id, user_id, clock_timestamp() from gone where user_id is not null`;

/**
 * Takes an answer back, as if it had never been given. After the deadline, and for a person whom an officer removed,
 * `declined` stays on record; attendance treats an answer taken back in time alike.
 */
export async function withdraw(ctx: AppContext, actor: Actor, input: { id: string }): Promise<WithdrawnView> {
  const id = await ctx.transact(async (tx) => {
    const { sql } = tx;
    await loadVisibleEvent(sql, actor, input.id);
    const event = await lockEvent(sql, input.id);
    const standing = await signUpStateOf(sql, event, actor.userId);
    const { part } = standing;
    if (!part) return null;
    const stays = event.closed || part.removed;
    if (stays && part.status === 'declined') return part.id;
    refuseLate(event, part, { status: 'declined', roles: [] });
    if (stays) {
      const declined = { ...part, status: 'declined' as const };
      return (await recordAnswer(tx, event, standing, declined, byThemselves(actor), 'Somebody withdrew.')).id;
    }
    await sql.run(TAKE_BACK, [part.id]);
    const changes = { status: [part.status, null] };
    await writeEventLog(sql, [{ eventId: event.id, kind: 'answered', ...byThemselves(actor), changes }]);
    if (part.status === 'signed_up') await promoteFromWaitlist(tx, [event.id], 'Somebody withdrew.');
    await tellOfGaps(tx, [event.id], { raiderIds: [part.raiderId], actorId: actor.userId });
    publishParticipationChange(tx, event);
    return null;
  });
  return { participation: id === null ? null : await getParticipation(ctx, actor, input.id, id) };
}

// The outcome of an answer: a slot, the end of the waitlist, or neither. Needs the lock of the event.

const Participation = columns({
  ...Answer,
  id: 'uuid',
  raiderId: 'uuid',
  /** Null for a raider without an account. */
  userId: 'uuid?',
  characterId: 'uuid?',
  raiderCharacterId: 'uuid?',
  ticket: 'int?',
  removed: 'bool',
});
export type EarlierAnswer = RowOf<typeof Participation>;

type Slot = { roleKey: EventRole; free: number };

/** The basis of an answer's outcome: the earlier answer and the free slots. Read under the lock. */
const SignUpState = columns({ part: object(Participation).orNull, slots: json<Slot[]>() });
const OfRaider = columns({ ...SignUpState, raiderId: 'uuid!' });
export type SignUpState = RowOf<typeof SignUpState>;
type OfRaider = RowOf<typeof OfRaider>;

const STATE = `case when p.id is not null then jsonb_build_object('id', p.id, 'raiderId', p.raider_id, 'userId', p.user_id,
      'characterId', p.character_id, 'raiderCharacterId', p.raider_character_id, 'roleKey', p.role_key, 'roles', p.roles, 'status', p.status, 'ticket', p.ticket,
      'note', p.note, 'lateMinutes', p.late_minutes, 'removed', p.removed) end as part,
    (select coalesce(jsonb_agg(jsonb_build_object('roleKey', s.role_key, 'free', s.max - s.taken) order by s.position), '[]')
      from event_slot s where s.event_id = e.id) as slots
  from (select $1::uuid as id) e`;
/**
 * The raider of a person appears with their first answer, also when they answer two events at once: the update returns it. The
 * locks keep a raider theirs until the answer is written, or an erasure would not find it.
 */
const OF_PERSON = query(OfRaider)`
  with theirs as (select id from raider where organization_id = $3 and user_id = $2 for key share),
  appeared as (
    insert into raider (organization_id, user_id) select $3, u.id from person u where u.id = $2 and not exists (select from theirs)
    on conflict (organization_id, user_id) do update set organization_id = excluded.organization_id returning id
  ),
  r as (select id from theirs union all select id from appeared)
  select r.id as "raiderId", ${STATE} join person u on u.id = $2 join r on true
  left join participation p on p.event_id = e.id and p.raider_id = r.id`;
const OF_RAIDER = query(OfRaider)`
  select r.id as "raiderId", ${STATE} join raider r on r.id = $2 and r.organization_id = $3 and r.merged_into_id is null
  left join participation p on p.event_id = e.id and p.raider_id = r.id for share of r`;
/** After a merge or a split at this moment, the answer is read with its new raider. */
const HOLD_RAIDER = statement`
  select from participation p join raider r on r.id = p.raider_id where p.event_id = $1 and p.id = $2 for share of r`;
const OF_ID = query(SignUpState)`select ${STATE} left join participation p on p.event_id = e.id and p.id = $2`;

/** Throws UNAUTHORIZED for a person who is gone. */
export async function signUpStateOf(sql: Sql, event: EventRow, userId: string): Promise<OfRaider> {
  const state = await sql.maybe(OF_PERSON, [event.id, userId, event.organizationId]);
  if (!state) throw unauthenticated();
  return state;
}

/** Throws NOT_FOUND for a raider whom another has taken in meanwhile. */
export async function signUpStateOfRaider(sql: Sql, event: EventRow, raiderId: string): Promise<OfRaider> {
  const state = await sql.maybe(OF_RAIDER, [event.id, raiderId, event.organizationId]);
  if (!state) throw noRaider();
  return state;
}

/** Throws NOT_FOUND when this is no participation of the event. */
export async function findParticipation(
  sql: Sql,
  event: EventRow,
  participationId: string,
): Promise<SignUpState & { part: EarlierAnswer }> {
  await sql.run(HOLD_RAIDER, [event.id, participationId]);
  const { part, slots } = await sql.one(OF_ID, [event.id, participationId]);
  if (!part) throw noParticipation();
  return { part, slots };
}

export const isSignedUpOrWaiting = (status: ParticipationStatus | undefined) =>
  status === 'signed_up' || status === 'waitlist';

export type RequestedAnswer = {
  raiderId: string;
  characterId: string | null;
  /** The character of a raider without an account. */
  raiderCharacterId?: string | null;
  /** Preferred first. */
  roles: EventRole[];
  /** `signed_up` without a free slot becomes `waitlist`, unless `refuseIfFull` is set. */
  status: ParticipationStatus;
  note: string | null;
  lateMinutes: number | null;
  /** Throws CONFLICT instead of waitlisting: an officer's decision is exact. */
  refuseIfFull?: boolean;
  /** An officer declines on the person's behalf. */
  byOrganizer?: boolean;
};

/** The character of an earlier answer may have been deleted since; the lock waits for a deletion in progress. */
const WRITE = query({ id: 'uuid', characterId: 'uuid?' })`
  with drawn as (update event set tickets = tickets + 1 where id = $1 and $10 returning tickets),
  again as (delete from withdrawn_answer where event_id = $1 and user_id = (select user_id from raider where id = $2))
  insert into participation as p (event_id, raider_id, character_id, role_key, roles, status, ticket, note, removed, late_minutes, raider_character_id, status_since)
  values ($1, $2, (select id from character where id = $3), $4, $5, $6,
    coalesce((select tickets from drawn), $7), $8, $9, $11, (select id from raider_character where id = $12), clock_timestamp())
  on conflict (event_id, raider_id) do update set character_id = excluded.character_id, raider_character_id = excluded.raider_character_id, role_key = excluded.role_key,
    roles = excluded.roles, status = excluded.status, ticket = excluded.ticket, note = excluded.note,
    late_minutes = excluded.late_minutes,
    removed = case when p.status = excluded.status then p.removed else excluded.removed end,
    status_since = case when p.status = excluded.status then p.status_since else clock_timestamp() end
  returning id, character_id as "characterId"`;

export type WrittenAnswer = Pick<
  EarlierAnswer,
  'id' | 'characterId' | 'roleKey' | 'roles' | 'status' | 'note' | 'lateMinutes'
>;

/** Writes the answer. The caller holds the lock and calls `promoteFromWaitlist` afterwards. Throws BAD_REQUEST, CONFLICT. */
export async function writeAnswer(
  sql: Sql,
  event: EventRow,
  standing: SignUpState,
  wish: RequestedAnswer,
): Promise<WrittenAnswer> {
  const { status, ticket, roleKey, roles } = outcome(standing, wish);
  const lateMinutes = status === 'declined' ? null : wish.lateMinutes || null;
  const values = [
    event.id,
    wish.raiderId,
    wish.characterId,
    roleKey,
    roles,
    status,
    ticket === 'next' ? null : ticket,
    wish.note,
    status === 'declined' && wish.byOrganizer === true,
    ticket === 'next',
    lateMinutes,
    wish.raiderCharacterId ?? null,
  ];
  const { id, characterId } = await sql.one(WRITE, values);
  return { id, status, roleKey, roles, characterId, note: wish.note, lateMinutes };
}

const UNANSWERED = { status: null, roleKey: null, roles: [], lateMinutes: null };

/** The changes of an answer, for the log: without the text of notes or names of characters. */
export function answerChanges(part: EarlierAnswer | null, now: WrittenAnswer): Record<string, unknown> {
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

type Outcome = Pick<EarlierAnswer, 'status' | 'roleKey' | 'roles'> & { ticket: number | 'next' | null };

function outcome({ part, slots }: SignUpState, wish: RequestedAnswer): Outcome {
  const { roles } = wish;
  const preferred = roles[0] ?? null;
  if (wish.status === 'declined') return { status: 'declined', ticket: null, roleKey: null, roles: [] };
  const slotOf = (role: EventRole) => slots.find(({ roleKey }) => roleKey === role);
  const isMissing = preferred === null ? wish.status !== 'tentative' : !roles.every(slotOf);
  if (slots.length > 0 && isMissing) throw roleWithoutSlot(slots);
  if (wish.status === 'tentative') return { status: 'tentative', ticket: null, roleKey: preferred, roles };

  const wanted = part && isSignedUpOrWaiting(part.status) ? part : null;
  if (wanted && sameRoles(wanted.roles, roles) && (wanted.status === wish.status || !wish.refuseIfFull)) return wanted;
  if (wish.status === 'waitlist' && slots.length === 0) throw roleWithoutSlot(slots);
  const held = wanted?.status === 'signed_up' ? wanted.roleKey : null;
  const place = roles.find((role) => role === held || (slotOf(role)?.free ?? 0) > 0);
  const hasPlace = wish.status === 'signed_up' && (slots.length === 0 || place !== undefined);
  if (wish.status === 'signed_up' && !hasPlace && wish.refuseIfFull) {
    throw conflict(
      'role_full',
      'No slot of this role is open. Move a member out of it first, or raise its number of slots.',
    );
  }
  const roleKey = (hasPlace ? place : undefined) ?? preferred;
  // Narrowing the choice of roles keeps the ticket; a new role means queueing for it as others do.
  const keepsTicket = hasPlace
    ? held !== null && held === roleKey
    : wanted?.status === 'waitlist' && roles.every((role) => wanted.roles.includes(role));
  const ticket = keepsTicket ? (wanted?.ticket ?? null) : 'next';
  return { status: hasPlace ? 'signed_up' : 'waitlist', ticket, roleKey, roles };
}

export function roleWithoutSlot(slots: Slot[]): AppError {
  const roles = slots.map(({ roleKey }) => roleKey).join(', ');
  const message = roles
    ? `Choose one of the roles of this event: ${roles}.`
    : 'This event has no slots, so it has no waitlist.';
  return badRequest('role_without_slot', message);
}
