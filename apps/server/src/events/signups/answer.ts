/** Turns an answer into its outcome: a slot, the end of the waitlist, or neither. Needs the lock of the event. */
import type { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { Sql } from '../../core/db/sql.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import type { EventRow } from '../event/event.access.ts';

export type Part = {
  id: string;
  userId: string;
  characterId: string | null;
  roleKey: EventRole | null;
  /** All roles the person would play, preferred first. */
  roles: EventRole[];
  status: ParticipationStatus;
  ticket: number | null;
  note: string | null;
};

const PART = `
  select id, user_id as "userId", character_id as "characterId", role_key as "roleKey", roles, status, ticket, note
  from participation where event_id = $1 and `;
const OF_PERSON = `${PART} user_id = $2`;
const OF_ID = `${PART} id = $2`;

export async function partOf(sql: Sql, event: EventRow, userId: string): Promise<Part | undefined> {
  return (await sql<Part>(OF_PERSON, [event.id, userId]))[0];
}

export async function findPart(sql: Sql, event: EventRow, participationId: string): Promise<Part> {
  const [part] = await sql<Part>(OF_ID, [event.id, participationId]);
  if (!part) throw noParticipation();
  return part;
}

export const noParticipation = () => notFound('participation_not_found', 'There is no such participation.');

export const wantsIn = (status: ParticipationStatus | undefined) => status === 'signed_up' || status === 'waitlist';

export type Wish = {
  userId: string;
  characterId: string | null;
  /** Preferred first. */
  roles: EventRole[];
  /** `signed_up` without a free slot becomes `waitlist`, unless `orRefuse` is set. */
  status: ParticipationStatus;
  note: string | null;
  /** Throws CONFLICT instead of waitlisting: an officer's decision is exact. */
  orRefuse: boolean;
  /** Somebody else declines on the person's behalf. */
  removes: boolean;
};

const SLOTS = `select role_key as "roleKey", max - taken as free from event_slot where event_id = $1`;
const TICKET = 'update event set tickets = tickets + 1 where id = $1 returning tickets as ticket';

/** The character of an earlier answer may have been deleted since; the lock waits for a deletion in progress. */
const WRITE = `
  insert into participation as p (event_id, user_id, character_id, role_key, roles, status, ticket, note, removed, status_since)
  values ($1, $2, (select id from character where id = $3 for key share), $4, $5, $6, $7, $8, $9, clock_timestamp())
  on conflict (event_id, user_id) do update set character_id = excluded.character_id, role_key = excluded.role_key,
    roles = excluded.roles, status = excluded.status, ticket = excluded.ticket, note = excluded.note,
    removed = case when p.status = excluded.status then p.removed else excluded.removed end,
    status_since = case when p.status = excluded.status then p.status_since else clock_timestamp() end
  returning id, character_id as "characterId"`;

export type Answered = Pick<Part, 'id' | 'characterId' | 'roleKey' | 'roles' | 'status' | 'note'>;

/** Writes the answer. The caller holds the lock and calls `promote` afterwards. Throws BAD_REQUEST, CONFLICT. */
export async function writeAnswer(sql: Sql, event: EventRow, part: Part | undefined, wish: Wish): Promise<Answered> {
  const { status, ticket, roleKey, roles } = await outcome(sql, event, part, wish);
  const values = [
    event.id,
    wish.userId,
    wish.characterId,
    roleKey,
    roles,
    status,
    ticket,
    wish.note,
    status === 'declined' && wish.removes,
  ];
  const [row] = await sql<Pick<Answered, 'id' | 'characterId'>>(WRITE, values);
  return { id: row?.id ?? '', status, roleKey, roles, characterId: row?.characterId ?? null, note: wish.note };
}

/** The changes of an answer, for the log: without the text of notes or names of characters. */
export function whatChanged(part: Part | undefined, now: Answered): Record<string, unknown> {
  return {
    ...(part?.status === now.status ? {} : { status: [part?.status ?? null, now.status] }),
    ...((part?.roleKey ?? null) === now.roleKey ? {} : { roleKey: [part?.roleKey ?? null, now.roleKey] }),
    ...(sameRoles(part?.roles ?? [], now.roles) || now.roles.length + (part?.roles.length ?? 0) < 3
      ? {}
      : { roles: [part?.roles ?? [], now.roles] }),
    ...(part === undefined || part.characterId === now.characterId ? {} : { character: true }),
    ...(part === undefined || part.note === now.note ? {} : { note: true }),
  };
}

export const sameRoles = (a: EventRole[], b: EventRole[]) => a.join() === b.join();

type Outcome = Pick<Part, 'status' | 'ticket' | 'roleKey' | 'roles'>;

async function outcome(sql: Sql, event: EventRow, part: Part | undefined, wish: Wish): Promise<Outcome> {
  const { roles } = wish;
  const preferred = roles[0] ?? null;
  if (wish.status === 'declined') return { status: 'declined', ticket: null, roleKey: null, roles: [] };
  const slots = await sql<{ roleKey: EventRole; free: number }>(SLOTS, [event.id]);
  const slotOf = (role: EventRole) => slots.find(({ roleKey }) => roleKey === role);
  const isMissing = preferred === null ? wish.status !== 'tentative' : !roles.every(slotOf);
  if (slots.length > 0 && isMissing) throw noSlot(slots);
  if (wish.status === 'tentative') return { status: 'tentative', ticket: null, roleKey: preferred, roles };

  const wanted = part !== undefined && wantsIn(part.status) ? part : undefined;
  if (wanted && sameRoles(wanted.roles, roles) && (wanted.status === wish.status || !wish.orRefuse)) return wanted;
  if (wish.status === 'waitlist' && slots.length === 0) throw noSlot(slots);
  const held = wanted?.status === 'signed_up' ? wanted.roleKey : null;
  const place = roles.find((role) => role === held || (slotOf(role)?.free ?? 0) > 0);
  const hasPlace = wish.status === 'signed_up' && (slots.length === 0 || place !== undefined);
  if (wish.status === 'signed_up' && !hasPlace && wish.orRefuse) {
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
  const ticket = keepsTicket ? wanted?.ticket : (await sql<{ ticket: number }>(TICKET, [event.id]))[0]?.ticket;
  return { status: hasPlace ? 'signed_up' : 'waitlist', ticket: ticket ?? null, roleKey, roles };
}

function noSlot(slots: { roleKey: EventRole }[]): AppError {
  const roles = slots.map(({ roleKey }) => roleKey).join(', ');
  const message = roles
    ? `Choose one of the roles of this event: ${roles}.`
    : 'This event has no slots, so it has no waitlist.';
  return new AppError('BAD_REQUEST', 'role_without_slot', message);
}
