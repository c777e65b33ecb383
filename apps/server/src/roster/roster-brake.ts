/**
 * The brake: an answer that is empty or would remove too many members at once is more often a fault of the platform
 * than an exodus. It is held until a second one, at least ten minutes later, agrees.
 */
import type { Sql } from '../core/db/sql.ts';
import { json, query, statement } from '../core/db/statement.ts';

const HOLD_SECONDS = 600;
const MIN_REMOVALS = 10;
const MAX_PERCENT = 30;
/** Between two honest answers some members come and go; two truncated ones rarely lose the same ones. */
const TOLERANCE = 0.05;

type Removal = { live: number; received: number; removedIds: string[] };

export function isSuspicious({ live, received, removedIds }: Removal): boolean {
  if (live === 0) return false;
  if (received === 0) return true;
  return removedIds.length >= MIN_REMOVALS && removedIds.length * 100 > live * MAX_PERCENT;
}

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

const HOLD = statement`
  insert into roster_hold (organization_id, removed_entry_ids, held_at) values ($1, $2::jsonb, now())
  on conflict (organization_id) do update set removed_entry_ids = excluded.removed_entry_ids, held_at = now()`;

/** The seconds until another request is worthwhile; `isNew` when no earlier answer agrees. */
export type Hold = { seconds: number; isNew: boolean };

/** Returns a hold when the answer must not be applied now. */
export async function brake(sql: Sql, organizationId: string, removal: Removal): Promise<Hold | null> {
  if (!isSuspicious(removal)) return null;
  const held = await sql.maybe(READ, [organizationId]);
  if (held && agree(held.removedIds, removal.removedIds)) {
    return held.seconds > 0 ? { seconds: held.seconds, isNew: false } : null;
  }
  await sql.run(HOLD, [organizationId, JSON.stringify(removal.removedIds)]);
  return { seconds: HOLD_SECONDS, isNew: true };
}
