/** Writes reserves of rows on the sheet of the chosen event, which is opened if need be. */
import type { ImportRowReason } from '@guildhall/contracts/import.ts';
import { MAX_PLUS, MAX_RESERVES } from '@guildhall/contracts/reserve.ts';
import { query, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { uuidv7 } from '../core/uuid.ts';
import { type EventRow, lockEventIfThere } from '../events/event/event.access.ts';
import { publishEventChanges } from '../events/event/publish-changes.ts';
import { openedSheet } from '../loot/reserves/put-sheet.ts';
import { areHidden, refuseFullSheet } from '../loot/reserves/reserve.access.ts';
import { gameVersionOf } from '../loot/reserves/reserves.queries.ts';
import { wantItems } from '../reference/game-data/items.ts';
import type { RunRow } from './import.access.ts';
import type { Wrote } from './import-run.entity.ts';
import { raiderOfRow, writePeople } from './people-of-rows.ts';
import { type AppliedRow, type Applying, type Written, writtenWith } from './write-character.ts';

/** A plus of the tool is an officer's correction, because the sheets that it counts are not here. */
const ADD = query({ id: 'uuid' })`
  insert into reserve (id, sheet_event_id, raider_id, item_id, count, plus_corrected, plus_note, corrected_by_id)
  select n.id, $1, n."raiderId", n."itemId", n.count, n.plus, case when n.plus is not null then 'Brought in' end,
    case when n.plus is not null then (select id from person where id = $3) end
  from jsonb_to_recordset($2) as n(id uuid, "raiderId" uuid, "itemId" int, count smallint, plus int)
  on conflict do nothing returning id`;

/** Those that the raider or an officer has not changed since. */
export const RESERVES_WRITTEN = {
  takeBack: statement`
    delete from reserve r using jsonb_to_recordset($1) as w(id uuid, count int, plus int)
    where r.id = w.id and r.count = w.count and r.plus_corrected is not distinct from w.plus`,
  left: query({ id: 'uuid' })`select id from reserve where id = any($1::uuid[])`,
};

export async function writeReservesOfRows(applying: Applying, rows: readonly AppliedRow[]) {
  const { tx, sql, run, people } = applying;
  const brought = rows.flatMap((row) => (row.raw.kind === 'reserve' ? { row, raw: row.raw } : []));
  if (brought.length === 0) return [];
  const refused = (reason: ImportRowReason) => brought.map(({ row }) => ({ id: row.id, wrote: null, reason }));
  const event = await eventOf(tx, run);
  if (!event) return refused('no_event');
  if (await areHidden(sql, event.id)) return refused('nothing_to_write');
  await openedSheet(tx, event);
  const decided = brought.map(({ row, raw }) => {
    const wrote: Wrote = {};
    const raiderId = raiderOfRow(people, row, wrote);
    const count = Math.min(raw.count, MAX_RESERVES);
    const plus = raw.plus > 0 ? Math.min(raw.plus, MAX_PLUS) : null;
    return { row, wrote, reserve: { id: uuidv7(), raiderId, itemId: raw.itemId, count, plus } };
  });
  await writePeople(sql, people);
  await refuseFullSheet(sql, event.id, brought.length);
  const named = decided.flatMap(({ reserve }) => (reserve.raiderId === null ? [] : reserve));
  const added = await sql.many(ADD, [event.id, JSON.stringify(named), run.createdById]);
  const isAdded = new Set(added.map(({ id }) => id));
  const ids = named.map(({ itemId }) => itemId);
  await wantItems(tx, await gameVersionOf(sql, event.organizationId), ids);
  return decided.map(({ row, wrote, reserve: { id, raiderId, count, plus } }): Written & { id: string } => {
    if (isAdded.has(id)) wrote.reserve = { id, count, plus };
    const reason = isAdded.has(id) ? null : raiderId === null ? 'changed_since' : 'already_there';
    return { id: row.id, ...writtenWith(wrote, reason) };
  });
}

async function eventOf({ sql }: UnitOfWork, { organizationId, options }: RunRow): Promise<EventRow | null> {
  const event = options.eventId === null ? null : await lockEventIfThere(sql, options.eventId);
  return event?.organizationId === organizationId ? event : null;
}

export async function tellOfReserves(tx: UnitOfWork, run: RunRow): Promise<void> {
  const event = await eventOf(tx, run);
  if (event) await publishEventChanges(tx, [event], 'reserve.changed');
}
