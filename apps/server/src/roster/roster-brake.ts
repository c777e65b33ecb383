/**
 * The brake: an answer that is empty or would remove too many members at once is more often a fault of the platform
 * than an exodus. A large shrink is held until a second answer, at least ten minutes later, and a second source
 * (`second-source.ts`) agree; for a small guild the second source is enough. No guild has no members, so an empty answer
 * is held as long as it lasts.
 */
import type { Sql } from '../core/db/sql.ts';
import { json, query } from '../core/db/statement.ts';

const HOLD_SECONDS = 600;
/** The longer a hold lasts, the less often the platform is asked, but at least once an hour. */
const MOST_SECONDS = 3600;
/** In a guild of three, one who leaves is a third of it. */
const MIN_REMOVALS = 3;
const MANY_REMOVALS = 10;
const MAX_PERCENT = 30;
/** Between two honest answers some members come and go; two truncated ones rarely lose the same ones. */
const TOLERANCE = 0.05;

export type Removal = { live: number; received: number; removedIds: string[] };

export function isSuspicious({ live, received, removedIds }: Removal): boolean {
  if (live === 0) return false;
  if (received === 0) return true;
  return removedIds.length >= MIN_REMOVALS && removedIds.length * 100 > live * MAX_PERCENT;
}

/** So few that a second source confirms them at once. */
export const isSmall = ({ removedIds }: Removal): boolean => removedIds.length < MANY_REMOVALS;

/** Two answers agree when they remove the same members, with a few exceptions. */
export function agree(held: string[], removed: string[]): boolean {
  const heldSet = new Set(held);
  const common = removed.filter((id) => heldSet.has(id)).length;
  const different = held.length + removed.length - 2 * common;
  return different <= Math.max(2, held.length * TOLERANCE);
}

const READ = query({ removedIds: json<string[]>(), seconds: 'int' })`
  select removed_entry_ids as "removedIds",
    ceil(extract(epoch from held_at - now()))::int + ${HOLD_SECONDS} as "seconds"
  from roster_hold where organization_id = $1`;

/** The queued check may run a moment before its time. */
const EARLY = `interval '30 seconds'`;

const HOLD = query({ isFirst: 'bool', isLast: 'bool', seconds: 'int' })`
  insert into roster_hold as h (organization_id, removed_entry_ids, held_at, since, check_at)
  values ($1, $2::jsonb, now(), now(), now() + interval '${HOLD_SECONDS} seconds')
  on conflict (organization_id) do update set
    removed_entry_ids = case when $3 then h.removed_entry_ids else excluded.removed_entry_ids end,
    held_at = case when $3 then h.held_at else now() end,
    check_at = case when h.check_at > now() + ${EARLY} then h.check_at
      else now() + least(greatest(now() - h.since, interval '${HOLD_SECONDS} seconds'), interval '${MOST_SECONDS} seconds') end
  returning old.since is null as "isFirst", old.check_at is null or old.check_at <= now() + ${EARLY} as "isLast",
    round(extract(epoch from new.check_at - now()))::int as seconds`;

/**
 * The seconds until another request is worthwhile. `isNew` when the answers before were applied; `asksAgain` when no
 * request is queued for then.
 */
export type Hold = { seconds: number; isNew: boolean; asksAgain: boolean };

/** Whether an answer with this removal needs the second source now: it removes few, or an earlier one agrees with it. */
export async function needsSecondSource(sql: Sql, organizationId: string, removal: Removal): Promise<boolean> {
  if (!isSuspicious(removal) || removal.received === 0) return false;
  if (isSmall(removal)) return true;
  const held = await sql.maybe(READ, [organizationId]);
  return held !== null && held.seconds <= 0 && agree(held.removedIds, removal.removedIds);
}

/** Returns a hold when the answer must not be applied now. */
export async function brake(
  sql: Sql,
  organizationId: string,
  removal: Removal,
  isConfirmed: boolean,
): Promise<Hold | null> {
  if (removal.received > 0 && (!isSuspicious(removal) || (isSmall(removal) && isConfirmed))) return null;
  const held = await sql.maybe(READ, [organizationId]);
  const agrees = held !== null && agree(held.removedIds, removal.removedIds);
  if (agrees && held.seconds <= 0 && removal.received > 0 && isConfirmed) return null;
  const hold = await sql.one(HOLD, [organizationId, JSON.stringify(removal.removedIds), agrees]);
  const seconds = agrees && held.seconds > 0 ? held.seconds : hold.seconds;
  return { seconds, isNew: hold.isFirst, asksAgain: hold.isLast };
}
