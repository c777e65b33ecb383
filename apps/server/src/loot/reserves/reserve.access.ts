/** The reserves of an event, and what the caller may see of them and do with them. */
import { MAX_RESERVES_KEPT, ReservesSeenBy } from '@guildhall/contracts/reserve.ts';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, text } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { type EventAccess, loadVisibleEvent } from '../../events/event/event.access.ts';
import { abilityFor, lacksPermission, refuseArchived } from '../../membership/rights/organization.access.ts';

export type ReservesAccess = EventAccess & { mayChange: boolean };

/** NOT_FOUND for those who may not see the event. */
export async function seenReserves(sql: Sql, actor: Actor, eventId: string): Promise<ReservesAccess> {
  const seen = await loadVisibleEvent(sql, actor, eventId);
  const mayChange = seen.mayEdit || abilityFor(actor, seen.access).can('update', 'Loot');
  return { ...seen, mayChange };
}

/** Throws FORBIDDEN and CONFLICT too. */
export async function changeableReserves(sql: Sql, actor: Actor, eventId: string): Promise<ReservesAccess> {
  const seen = await seenReserves(sql, actor, eventId);
  if (!seen.mayChange) throw lacksPermission('canManageLoot');
  refuseArchived(seen.access);
  return seen;
}

/** Whether the caller sees their own reserves alone: the sheet says who sees those of others before they are locked. */
export const hidesOthers = (seenBy: ReservesSeenBy, locked: boolean, mayChange: boolean): boolean =>
  !locked && (seenBy === 'nobody' || (seenBy === 'officers' && !mayChange));

/** Need a sheet `s` and its event `e` in scope. */
export const LOCKS_AT = `coalesce(s.locked_at, e.starts_at - s.locks_minutes * interval '1 minute')`;
export const IS_LOCKED = `${LOCKS_AT} <= clock_timestamp()`;

/**
 * Reserves of a raider whom another has taken in are left where both reserved an item, and those of a person who is being
 * erased. Needs a raider `k` and its person `u`.
 */
export const IS_THERE = 'k.merged_into_id is null and (k.user_id is null or u.id is not null)';

const HIDDEN = query({ seenBy: text(ReservesSeenBy.options), locked: 'bool' })`
  select s.audience as "seenBy", ${IS_LOCKED} as locked
  from reserve_sheet s join event e on e.id = s.event_id where s.event_id = $1`;

/** Whether even officers see nothing of the reserves of an event now. */
export async function areHidden(sql: Sql, eventId: string | undefined): Promise<boolean> {
  const sheet = eventId === undefined ? null : await sql.maybe(HIDDEN, [eventId]);
  return sheet !== null && hidesOthers(sheet.seenBy, sheet.locked, true);
}

/** An import would say what is there already. Throws CONFLICT. */
export async function refuseHiddenReserves(sql: Sql, eventId: string | undefined): Promise<void> {
  if (await areHidden(sql, eventId)) throw reservesHidden();
}

export const refuseFullSheet = createCap({
  of: 'reserve where sheet_event_id = $1',
  most: MAX_RESERVES_KEPT,
  reason: 'reserve_sheet_full',
  message: `An event keeps ${MAX_RESERVES_KEPT} reserves at most. Bring in only those of the people who come.`,
});

export const reservesHidden = () =>
  conflict('reserves_hidden', 'The reserves of this event are hidden. Enter those of others when they are locked.');
export const noSheet = () =>
  notFound('reserve_sheet_not_found', 'This event has no reserves. An officer opens them on its page.');
export const noReserve = () => notFound('reserve_not_found', 'There is no such reserve.');
export const reservesLocked = () =>
  conflict('reserves_locked', 'The reserves of this event are locked. They stay as they are.');
