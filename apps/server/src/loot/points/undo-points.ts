import type { BookedView, UndoPointsInput } from '@guildhall/contracts/points.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { lockPool, noEntry, publishPoints } from './point.access.ts';

const PLACE = query({ poolId: 'uuid', bookingId: 'uuid', isUndo: 'bool' })`
  select pool_id as "poolId", booking_id as "bookingId", undoes_id is not null as "isUndo" from point_entry where id = $1`;

const OF_BOOKING = query({ id: 'uuid' })`select id from point_entry where booking_id = $1`;

/** Writes counter-entries. Throws NOT_FOUND, FORBIDDEN, and CONFLICT for a counter-entry and for the second time. */
export function undoPoints(ctx: AppContext, actor: Actor, { id, whole = false }: UndoPointsInput): Promise<BookedView> {
  return ctx.transact(async (tx) => {
    const place = await tx.sql.maybe(PLACE, [id]);
    if (!place) throw noEntry();
    const pool = await lockPool(tx, actor, place.poolId, { missing: noEntry });
    if (place.isUndo) {
      throw conflict('point_entry_undone', 'This entry takes another one back. Book the points anew instead.');
    }
    const isWhole = whole || pool.kind === 'zero_sum';
    const ids = isWhole ? (await tx.sql.many(OF_BOOKING, [place.bookingId])).map((entry) => entry.id) : [id];
    const booked = await takeBack(tx.sql, ids, actor.userId);
    if (booked.raiders === 0)
      throw conflict('point_entry_undone', 'This has been taken back already. Read the entries again.');
    publishPoints(tx, pool);
    return booked;
  });
}

/** A merge waits until the counter-entries are written, and then moves them too. */
const HOLD = statement`
  select from raider where id in (select raider_id from point_entry where id = any($1::uuid[])) order by id for share`;
/**
 * No more GP are taken away than the raider has above the base, as in `write-entries.ts`, but for all entries of the raider
 * together: a merge gives one raider several entries of a booking.
 */
const COUNTER = statement`
  with taken as (
    select e.*, sum(greatest(e.gp, 0)) over (partition by coalesce(e.raider_id, e.id) order by e.id) as so_far,
      sum(greatest(-e.gp, 0)) over (partition by coalesce(e.raider_id, e.id)) + (
        select coalesce(sum(h.gp), 0) from point_entry h where h.pool_id = e.pool_id and h.raider_id = e.raider_id) as had
    from point_entry e where e.id = any($1::uuid[])
      and not exists (select from point_entry u where u.undoes_id = e.id))
  insert into point_entry (pool_id, booking_id, type, raider_id, points, gp, reason, by_id, award_id, event_id, undoes_id, at)
  select t.pool_id, $2, 'undo', t.raider_id, -t.points,
    case when t.gp <= 0 then -t.gp else least(t.so_far - t.gp, greatest(t.had, 0)) - least(t.so_far, greatest(t.had, 0)) end,
    t.reason, $3, t.award_id, t.event_id, t.id, clock_timestamp()
  from taken t order by t.id`;

/** Under the lock of their pool. Those that are taken back already stay as they are. */
export async function takeBack(sql: Sql, ids: readonly string[], byId: string | null): Promise<BookedView> {
  const bookingId = uuidv7();
  await sql.run(HOLD, [ids]);
  return { bookingId, raiders: await sql.run(COUNTER, [ids, bookingId, byId]) };
}
