/** Reserves of softres.it, Raidres and LootReserve: recognized by their first bytes. */
import { checkText } from './decode-text.ts';
import { fold, splitRealm } from './fold.ts';
import { FormatError } from './format-error.ts';
import { headedRows, headOf } from './headed-rows.ts';
import { numberOf } from './loot-award.ts';
import { classWord, type ReserveRow, shortText } from './rows.ts';

/** Throws `FormatError`. An item that a player has reserved on several lines is one row with its count. */
export function readReserves(text: string): ReserveRow[] {
  const checked = checkText(text);
  const rows = new Map<string, ReserveRow>();
  for (const row of readerOf(checked)(checked)) {
    const key = [fold(row.name), fold(row.realm ?? ''), row.itemId].join();
    const known = rows.get(key);
    if (known) known.count += row.count;
    else rows.set(key, row);
  }
  return [...rows.values()];
}

type Reader = (text: string) => ReserveRow[];

function readerOf(text: string): Reader {
  const start = headOf(text).names.join();
  if (start.startsWith('item,itemid,from,name') || start.startsWith('itemid,name,class')) return readSoftres;
  if (start.startsWith('id,item,boss,attendee')) return readRaidres;
  if (start.startsWith('player,class,plus,extrareserves')) return readLootReserve;
  throw new FormatError(
    'another_format',
    'These are no reserves that we know. Export them as CSV from softres.it, Raidres or LootReserve.',
  );
}

const readSoftres: Reader = (text) =>
  headedRows(text, ['itemid', 'name', 'class']).map(({ line, cell }) =>
    reserveOf({
      ...{ line, player: cell('name'), itemId: cell('itemid'), itemName: cell('item'), className: cell('class') },
      ...{ plus: cell('plus'), note: cell('note'), count: '1', reservedAt: null },
    }),
  );

/** Its local dates may be of either order, so only the column in UTC tells an instant. */
const readRaidres: Reader = (text) =>
  headedRows(text, ['id', 'attendee']).map(({ line, cell }) =>
    reserveOf({
      ...{ line, player: cell('attendee'), itemId: cell('id'), itemName: cell('item'), className: cell('class') },
      ...{ plus: cell('sr+'), note: cell('comment'), count: '1', reservedAt: instantOf(cell('date (gmt)')) },
    }),
  );

const readLootReserve: Reader = (text) =>
  headedRows(text, ['player', 'item']).map(({ line, cell }) =>
    reserveOf({
      ...{ line, player: cell('player'), itemId: cell('item'), itemName: null, className: cell('class') },
      ...{ plus: cell('plus'), note: null, count: cell('count'), reservedAt: null },
    }),
  );

/** `2026-02-12 03:02:20` in UTC. */
function instantOf(text: string): string | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text) ?? [];
  const ms = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

type Written = {
  line: number;
  player: string;
  itemId: string;
  itemName: string | null;
  className: string;
  plus: string;
  note: string | null;
  count: string;
  reservedAt: string | null;
};

function reserveOf({ line, player, itemName, className, note, reservedAt, ...written }: Written): ReserveRow {
  const itemId = numberOf(written.itemId);
  const named = shortText(player, 100);
  if (itemId === null || itemId === 0) {
    const message = `Line ${line} has no number of an item. Export it again.`;
    throw new FormatError('invalid_value', message, { line, field: 'itemid' });
  }
  if (named === null) {
    throw new FormatError('invalid_value', `Line ${line} has no name. Export it again.`, { line, field: 'name' });
  }
  return {
    kind: 'reserve',
    ...{ line, externalId: null, role: null, discordId: null },
    ...splitRealm(named),
    className: classWord(className),
    note: shortText(note, 200),
    itemId,
    itemName: shortText(itemName, 150),
    count: Math.max(1, numberOf(written.count) ?? 1),
    plus: numberOf(written.plus) ?? 0,
    reservedAt,
  };
}
