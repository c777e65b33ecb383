import type { PointEntryType } from '@guildhall/contracts/points.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { refuseTooManyEntries } from './point.access.ts';

export type NewEntry = { raiderId: string; type: PointEntryType; points: number; gp: number };

export type Booking = {
  poolId: string;
  bookingId: string;
  reason: string | null;
  byId: string | null;
  awardId?: string | null;
  eventId?: string | null;
  decayedOn?: string | null;
};

/**
 * The GP of an entry, as SQL: no more is taken away than the raider has above the base, or the next price would be paid in part
 * by what is below it.
 */
const boundedGp = (
  gp: string,
  pool: string,
  raider: string,
) => `case when ${gp} >= 0 then ${gp} else greatest(${gp}, least(0, -(
    select coalesce(sum(h.gp), 0) from point_entry h where h.pool_id = ${pool} and h.raider_id = ${raider}))) end`;

const ADD = statement`
  insert into point_entry (pool_id, booking_id, reason, by_id, award_id, event_id, decayed_on, raider_id, type, points, gp, at)
  select $1, $2, $3, $4, $5, $6, $7, n."raiderId", n.type, n.points, b.gp, clock_timestamp()
  from jsonb_to_recordset($8) as n("raiderId" uuid, type text, points bigint, gp bigint)
  cross join lateral (select ${boundedGp('n.gp', '$1', 'n."raiderId"')} as gp) b
  where n.points <> 0 or b.gp <> 0`;

/** Under the lock of the pool. Those that change nothing are left out. Throws CONFLICT for a full pool. */
export async function writeEntries(sql: Sql, booking: Booking, entries: readonly NewEntry[]): Promise<number> {
  const { poolId, bookingId, reason, byId, awardId = null, eventId = null, decayedOn = null } = booking;
  const changing = entries.filter(({ points, gp }) => points !== 0 || gp !== 0);
  if (changing.length === 0) return 0;
  await refuseTooManyEntries(sql, poolId, changing.length);
  const values = [poolId, bookingId, reason, byId, awardId, eventId, decayedOn, JSON.stringify(changing)];
  return sql.run(ADD, values);
}

const BALANCES = query({ raiderId: 'uuid!', points: 'float!', gp: 'float!' })`
  select raider_id as "raiderId", sum(points)::float8 as points, sum(gp)::float8 as gp from point_entry
  where pool_id = $1 and raider_id is not null group by raider_id order by raider_id`;
/** A merge waits until the entries are written, and then moves them too. */
const HOLD_RAIDERS = statement`
  select from raider r where r.id in (select raider_id from point_entry where pool_id = $1) order by r.id for share`;

/** The sum of each raider, who stays the same until the transaction ends. Under the lock of the pool. */
export async function heldBalances(sql: Sql, poolId: string) {
  await sql.run(HOLD_RAIDERS, [poolId]);
  return sql.many(BALANCES, [poolId]);
}
