/** The ledger of a pool: what was booked, and what a raider had after each entry. */
import { type PointEntriesInput, type PointEntriesView, PointEntryType } from '@guildhall/contracts/points.ts';
import type { Actor } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import { columns, object, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { RaiderColumn, raiderRef, type SeesProof, seesProof } from '../../membership/characters/raider-ref.ts';
import { seenPool } from './point.access.ts';

const EntryRow = columns({
  id: 'uuid',
  bookingId: 'uuid',
  type: text(PointEntryType.options),
  raider: RaiderColumn.orNull,
  points: 'float!',
  gp: 'float!',
  afterPoints: 'float?',
  afterGp: 'float?',
  reason: 'text?',
  by: object({ id: 'uuid', displayName: 'text' }).orNull,
  at: 'instant',
  award: object({ id: 'uuid', itemId: 'int', itemName: 'text?' }).orNull,
  event: object({ id: 'uuid', title: 'text' }).orNull,
  undoes: 'uuid?',
  undoneBy: 'uuid?',
});
type EntryRow = RowOf<typeof EntryRow>;

/** `after` are the columns of what a raider had then. */
const entriesWith = (after: string, seesProof: SeesProof) => `
  select e.id, e.booking_id as "bookingId", e.type,
    case when r.id is not null then ${raiderRef(seesProof)} end as raider,
    e.points::float8 as points, e.gp::float8 as gp, ${after}, e.reason,
    case when w.id is not null then jsonb_build_object('id', w.id, 'displayName', w.display_name) end as by, e.at,
    case when a.id is not null then jsonb_build_object('id', a.id, 'itemId', a.item_id, 'itemName', a.item_name) end as award,
    case when v.id is not null then jsonb_build_object('id', v.id, 'title', v.title) end as event,
    e.undoes_id as undoes, (select n.id from point_entry n where n.undoes_id = e.id) as "undoneBy"`;
const JOINED = `
  left join raider r on r.id = e.raider_id left join person u on u.id = r.user_id left join person w on w.id = e.by_id
  left join loot_award a on a.id = e.award_id left join event v on v.id = e.event_id`;
const LATEST = query(EntryRow)`
  ${entriesWith('null::float8 as "afterPoints", null::float8 as "afterGp"', '$4')}
  from (select * from point_entry where pool_id = $1 order by id desc limit $2 offset $3) e ${JOINED} order by e.id desc`;
const LATEST_TOTAL = query({ total: 'int' })`select count(*)::int as total from point_entry where pool_id = $1`;
const LEDGER = query(EntryRow)`
  ${entriesWith('e.after_points::float8 as "afterPoints", greatest(p.base_gp + e.after_gp, p.base_gp)::float8 as "afterGp"', '$5')}
  from (
    select l.*, sum(l.points) over so_far as after_points, sum(l.gp) over so_far as after_gp from point_entry l
    where l.pool_id = $1 and l.raider_id = $2 window so_far as (order by l.id) order by l.id desc limit $3 offset $4) e
  join point_pool p on p.id = e.pool_id ${JOINED} order by e.id desc`;
const LEDGER_TOTAL = query({ total: 'int' })`
  select count(*)::int as total from point_entry where pool_id = $1 and raider_id = $2`;

/** Throws NOT_FOUND, FORBIDDEN. */
export async function listEntries(ctx: AppContext, actor: Actor, input: PointEntriesInput): Promise<PointEntriesView> {
  const { sql } = ctx;
  const { access } = await seenPool(sql, actor, input.id);
  const more = [seesProof(actor, access)];
  const { rows, pagination } =
    input.raiderId === undefined
      ? await readPage(sql, LATEST, LATEST_TOTAL, [input.id], input, more)
      : await readPage(sql, LEDGER, LEDGER_TOTAL, [input.id, input.raiderId], input, more);
  return { entries: rows.map(presentEntry), pagination };
}

function presentEntry({ afterPoints, afterGp, ...entry }: EntryRow): PointEntriesView['entries'][number] {
  return { ...entry, after: afterPoints === null ? null : { points: afterPoints, gp: afterGp } };
}
