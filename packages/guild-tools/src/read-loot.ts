/** Histories of loot, of whichever tool: recognized by their first bytes. */
import { withoutSeparatorLine } from '@guildhall/contracts/table-text.ts';
import { cutsOf, hadToQuote, onlyCut, spreadsheetCells, textOfQuoted } from './csv-line.ts';
import { checkRows, checkText } from './decode-text.ts';
import { FormatError } from './format-error.ts';
import { headedRows, headOf } from './headed-rows.ts';
import { awardOf, instantOf, numberOf, onDay, withPlaces } from './loot-award.ts';
import { RC_START, readRcCsv, readRcJson, readRcTable, readRcTsv } from './rc-loot-council.ts';
import type { AwardRow } from './rows.ts';

/** Throws `FormatError`. Awards whose instant cannot be have none. */
export function readLoot(text: string, now: Date): AwardRow[] {
  const checked = withoutSeparatorLine(checkText(text)).text;
  const awards = withPlaces(readerOf(checked)(checked, now));
  checkRows(awards, JSON.stringify, ({ line }) => line);
  return awards;
}

type Reader = (text: string, now: Date) => AwardRow[];

function readerOf(text: string): Reader {
  const start = text.trimStart();
  if (/^(?:return )?"?\^1\^/i.test(start)) {
    throw new FormatError(
      'another_format',
      'This is the export for players, which only the addon reads. Choose CSV or JSON there.',
    );
  }
  if (start.startsWith('[')) return readRcJson;
  const reader = tableReader(text);
  // Headings have no digits, and rows have a date, a time or the number of an item.
  if (reader && !/[\r\n]/.test(start.trimEnd()) && /\d{2}/.test(start)) {
    throw new FormatError(
      'another_format',
      'Everything stands in one line: its line breaks were lost on the way. Bring it in as a file, or copy it again.',
      { line: 1 },
    );
  }
  if (reader) return reader;
  throw new FormatError(
    'another_format',
    'This is no history of loot that we know. Export it as CSV from RCLootCouncil, Gargul, LootReserve, Core Loot Manager or thatsmybis.',
  );
}

function tableReader(text: string): Reader | null {
  const { names, separator, isQuoted } = headOf(text);
  const head = names.join();
  const isRaw = !isQuoted && separator === ',';
  if (head.startsWith(RC_START)) return isRaw ? readRcCsv : !isQuoted && separator === '\t' ? readRcTsv : readRcTable;
  if (head.startsWith('datetime,character,itemid')) return readGargul;
  if (head.startsWith('date,name,itemid')) return readClm;
  if (head.startsWith('time,item id,item name,winner')) return isRaw ? readLootReserve : readLootReserveTable;
  return head.startsWith('type,') && names.includes('character_name') ? readReceived : null;
}

/** The addon tells the day alone. Its number of an award is a checksum. */
const readGargul: Reader = (text, now) =>
  headedRows(text, ['datetime', 'character', 'itemid', 'id']).map(({ line, cell }) =>
    awardOf({
      ...{ line, tool: 'gargul', player: cell('character'), id: cell('id') || null },
      ...{ ...onDay(cell('datetime'), now), itemId: numberOf(cell('itemid')) },
      response: cell('offspec') === '1' ? 'Offspec' : 'Mainspec',
    }),
  );

const readClm: Reader = (text, now) =>
  headedRows(text, ['date', 'name', 'itemid', 'id']).map(({ line, cell }) =>
    awardOf({
      ...{ line, tool: 'clm', player: cell('name'), id: cell('id') || null },
      ...{ ...onDay(cell('date'), now), itemId: numberOf(cell('itemid')) },
      response: '',
    }),
  );

/** The addon quotes nothing: an item may have commas, a name has none. */
const LINE = /^(\d+),(\d+),(.*),([^,]*),([01]),([01]),([01]),(.*)$/;
const WITH_SHORTEST_ITEM = /^(\d+),(\d+),(.*?),([^,]*),([01]),([01]),([01]),(.*)$/;

const readLootReserve: Reader = (text, now) => {
  const [, ...lines] = text
    .split(/\r\n?|\n/)
    .map((written, index) => ({ written, line: index + 1 }))
    .filter(({ written }) => written.trim() !== '');
  checkRows(
    lines,
    ({ written }) => written,
    ({ line }) => line,
  );
  return lines.map(({ written, line }) => {
    const cells = cellsOfLootReserve(written.trimEnd(), line);
    if (cells.length !== 8) {
      throw new FormatError('another_format', `Line ${line} is none of LootReserve. Export it again.`, { line });
    }
    const [time = '', itemId = '', itemName = '', winner = '', reserved = '', , disenchanted = '', reason = ''] = cells;
    return ofLootReserve({ line, time, itemId, itemName, winner, reserved, disenchanted, reason }, now);
  });
};

function cellsOfLootReserve(written: string, line: number): string[] {
  const ofSpreadsheet = cutsOf(written, 8, spreadsheetCells);
  const ofAddon = [LINE, WITH_SHORTEST_ITEM].map((form) => form.exec(written)?.slice(1) ?? []);
  const cuts = [...ofSpreadsheet, ...ofAddon.filter((cells) => cells.length > 0)];
  const cells = onlyCut(cuts, line, 'Take the commas out of its item and its reason.') ?? [];
  // A name has no quotation marks, so that all texts are quoted if it is.
  const isQuoted = cells[3]?.startsWith('"') ? (cell: string) => cell.startsWith('"') : hadToQuote;
  return ofSpreadsheet.length > 0 ? cells.map((cell) => (isQuoted(cell) ? textOfQuoted(cell) : cell)) : cells;
}

const readLootReserveTable: Reader = (text, now) =>
  headedRows(text, ['time', 'item id', 'item name', 'winner', 'reserved', 'disenchanted', 'reason']).map(
    ({ line, cell }) =>
      ofLootReserve(
        {
          ...{ line, time: cell('time'), itemId: cell('item id'), itemName: cell('item name'), winner: cell('winner') },
          ...{ reserved: cell('reserved'), disenchanted: cell('disenchanted'), reason: cell('reason') },
        },
        now,
      ),
  );

type OfLootReserve = Record<
  'time' | 'itemId' | 'itemName' | 'winner' | 'reserved' | 'disenchanted' | 'reason',
  string
> & {
  line: number;
};

function ofLootReserve(written: OfLootReserve, now: Date): AwardRow {
  const { line, time, itemId, itemName, winner, reserved, disenchanted, reason } = written;
  const saysTime = /^\d+$/.test(time);
  return awardOf({
    ...{ line, tool: 'lootreserve', player: disenchanted === '1' ? '' : winner, id: null },
    ...{ receivedAt: saysTime ? instantOf(Number(time), now) : null, saysTime },
    ...{ itemId: numberOf(itemId), itemName },
    response: reason.trim() || (reserved === '1' ? 'Reserved' : ''),
  });
}

/** thatsmybis lists wishes as well, and cuts the numbers of awards, so that they identify none. */
const readReceived: Reader = (text, now) =>
  headedRows(text, ['type', 'character_name', 'item_id', 'received_at'])
    .filter(({ cell }) => cell('type') === 'received')
    .map(({ line, cell }) =>
      awardOf({
        ...{ line, tool: 'thats_my_bis', player: cell('character_name'), id: null },
        ...{ ...onDay(cell('received_at'), now), itemId: numberOf(cell('item_id')) },
        ...{ itemName: cell('item_name'), className: cell('character_class'), instance: cell('instance_name') },
        ...{ boss: cell('source_name'), note: cell('note') },
        response: cell('is_offspec') === '1' ? 'Offspec' : 'Mainspec',
      }),
    );
