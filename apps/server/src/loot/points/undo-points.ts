import type { BookedView, UndoPointsInput } from '@guildhall/contracts/points.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { lockPool, noEntry, publishPoints } from './point.access.ts';
import { boundedGp } from './write-entries.ts';

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
const COUNTER = statement`
  insert into point_entry (pool_id, booking_id, type, raider_id, points, gp, reason, by_id, award_id, event_id, undoes_id, at)
  select e.pool_id, $2, 'undo', e.raider_id, -e.points, ${boundedGp('-e.gp', 'e.pool_id', 'e.raider_id')}, e.reason, $3, e.award_id, e.event_id, e.id, clock_timestamp()
  from point_entry e where e.id = any($1::uuid[])
    and not exists (select from point_entry u where u.undoes_id = e.id) order by e.id`;

/** Under the lock of their pool. Those that are taken back already stay as they are. */
export async function takeBack(sql: Sql, ids: readonly string[], byId: string | null): Promise<BookedView> {
  const bookingId = uuidv7();
  await sql.run(HOLD, [ids]);
  return { bookingId, raiders: await sql.run(COUNTER, [ids, bookingId, byId]) };
}
