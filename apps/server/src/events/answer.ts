/** What an answer to an event comes to: a place, the end of a waitlist, or none. Decided under the lock of the event. */
import type { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { AppError, conflict, notFound } from '../core/errors.ts';
import type { Sql } from '../core/sql.ts';
import type { EventRow } from './event.access.ts';

export type Part = {
  id: string;
  userId: string;
  characterId: string | null;
  roleKey: EventRole | null;
  status: ParticipationStatus;
  ticket: number | null;
  note: string | null;
};

const PART = `
  select id, user_id as "userId", character_id as "characterId", role_key as "roleKey", status, ticket, note
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

/** Whether somebody takes part or waits to. */
export const wantsIn = (status: ParticipationStatus | undefined) => status === 'signed_up' || status === 'waitlist';

export type Wish = {
  userId: string;
  characterId: string | null;
  roleKey: EventRole | null;
  /** `signed_up` without a free place becomes `waitlist`, unless that is refused. */
  status: ParticipationStatus;
  note: string | null;
  /** An officer says for sure; others may be made to wait. */
  orRefuse: boolean;
  /** Of a no: somebody else says it. */
  removes: boolean;
};

const SLOTS = `select role_key as "roleKey", max - taken as free from event_slot where event_id = $1`;
const TICKET = 'update event set tickets = tickets + 1 where id = $1 returning tickets as ticket';

/** A character that was read with an earlier answer may have been deleted since, or be at this moment: that is waited for. */
const WRITE = `
  insert into participation as p (event_id, user_id, character_id, role_key, status, ticket, note, removed, status_since)
  values ($1, $2, (select id from character where id = $3 for key share), $4, $5, $6, $7, $8, clock_timestamp())
  on conflict (event_id, user_id) do update set character_id = excluded.character_id, role_key = excluded.role_key,
    status = excluded.status, ticket = excluded.ticket, note = excluded.note,
    removed = case when p.status = excluded.status then p.removed else excluded.removed end,
    status_since = case when p.status = excluded.status then p.status_since else clock_timestamp() end
  returning id, character_id as "characterId"`;

export type Answered = Pick<Part, 'id' | 'characterId' | 'roleKey' | 'status' | 'note'>;

/** Writes the answer. The caller holds the lock, and promotes afterwards. Throws BAD_REQUEST, CONFLICT. */
export async function writeAnswer(sql: Sql, event: EventRow, part: Part | undefined, wish: Wish): Promise<Answered> {
  const { status, ticket, roleKey } = await outcome(sql, event, part, wish);
  const values = [
    event.id,
    wish.userId,
    wish.characterId,
    roleKey,
    status,
    ticket,
    wish.note,
    status === 'declined' && wish.removes,
  ];
  const [row] = await sql<Pick<Answered, 'id' | 'characterId'>>(WRITE, values);
  return { id: row?.id ?? '', status, roleKey, characterId: row?.characterId ?? null, note: wish.note };
}

/** What an answer changed, for the log: it repeats no notes, and names no characters. */
export function whatChanged(part: Part | undefined, now: Answered): Record<string, unknown> {
  return {
    ...(part?.status === now.status ? {} : { status: [part?.status ?? null, now.status] }),
    ...((part?.roleKey ?? null) === now.roleKey ? {} : { roleKey: [part?.roleKey ?? null, now.roleKey] }),
    ...(part === undefined || part.characterId === now.characterId ? {} : { character: true }),
    ...(part === undefined || part.note === now.note ? {} : { note: true }),
  };
}

type Outcome = { status: ParticipationStatus; ticket: number | null; roleKey: EventRole | null };

async function outcome(sql: Sql, event: EventRow, part: Part | undefined, wish: Wish): Promise<Outcome> {
  if (wish.status === 'declined') return { status: 'declined', ticket: null, roleKey: null };
  const slots = await sql<{ roleKey: EventRole; free: number }>(SLOTS, [event.id]);
  const slot = slots.find(({ roleKey }) => roleKey === wish.roleKey);
  const { roleKey } = wish;
  if (slots.length > 0 && !slot && (roleKey !== null || wish.status !== 'tentative')) throw noSlot(slots);
  if (wish.status === 'tentative') return { status: 'tentative', ticket: null, roleKey };

  const stays = part !== undefined && wantsIn(part.status) && part.roleKey === roleKey;
  if (stays && (part.status === wish.status || !wish.orRefuse))
    return { status: part.status, ticket: part.ticket, roleKey };
  const isFree = slots.length === 0 || (slot?.free ?? 0) > 0;
  if (wish.status === 'signed_up' && !isFree && wish.orRefuse) {
    throw conflict('role_full', 'No place of this role is free. Move somebody away first, or raise the number.');
  }
  if (wish.status === 'waitlist' && !slot) throw noSlot(slots);
  const status = wish.status === 'waitlist' || !isFree ? 'waitlist' : 'signed_up';
  const [drawn] = await sql<{ ticket: number }>(TICKET, [event.id]);
  return { status, ticket: drawn?.ticket ?? null, roleKey };
}

function noSlot(slots: { roleKey: EventRole }[]): AppError {
  const roles = slots.map(({ roleKey }) => roleKey).join(', ');
  const message = roles ? `Choose one of the roles of this event: ${roles}.` : 'This event has no slots to wait for.';
  return new AppError('BAD_REQUEST', 'role_without_slot', message);
}
