/**
 * The brake: an answer that is empty, or that would remove too many at once, is more often a fault of the platform than
 * an exodus. It is kept until a second one, at least ten minutes later, agrees.
 */
import type { UnitOfWork } from '../core/unit-of-work.ts';

export const HOLD_MINUTES = 10;
const MIN_REMOVALS = 10;
const MAX_SHARE = 0.3;
/** Between two honest answers some members come and go; two truncated ones rarely lose the same. */
const TOLERANCE = 0.05;

type Removal = { live: number; received: number; removedIds: string[] };

export function isSuspicious({ live, received, removedIds }: Removal): boolean {
  if (live === 0) return false;
  if (received === 0) return true;
  return removedIds.length >= MIN_REMOVALS && removedIds.length > live * MAX_SHARE;
}

/** Two answers agree when they remove the same members, but for a few. */
export function agree(held: string[], removed: string[]): boolean {
  const heldSet = new Set(held);
  const common = removed.filter((id) => heldSet.has(id)).length;
  const different = held.length + removed.length - 2 * common;
  return different <= Math.max(2, held.length * TOLERANCE);
}

const READ = `
  select removed_entry_ids as "removedIds", held_at <= now() - interval '${HOLD_MINUTES} minutes' as ripe
  from roster_hold where organization_id = $1`;

const HOLD = `
  insert into roster_hold (organization_id, removed_entry_ids, held_at) values ($1, $2::jsonb, now())
  on conflict (organization_id) do update set removed_entry_ids = excluded.removed_entry_ids, held_at = now()`;

/** True when the answer must not be applied now. */
export async function brake({ sql }: UnitOfWork, organizationId: string, removal: Removal): Promise<boolean> {
  if (!isSuspicious(removal)) return false;
  const [hold] = await sql<{ removedIds: string[]; ripe: boolean }>(READ, [organizationId]);
  const agrees = hold !== undefined && agree(hold.removedIds, removal.removedIds);
  if (agrees && hold.ripe) return false;
  if (!agrees) await sql(HOLD, [organizationId, JSON.stringify(removal.removedIds)]);
  return true;
}
