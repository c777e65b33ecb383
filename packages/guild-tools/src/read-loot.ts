/** Histories of loot, of whichever tool: recognized by their first bytes. */
import { checkRows, checkText } from './decode-text.ts';
import { FormatError } from './format-error.ts';
import { headedRows } from './headed-rows.ts';
import { awardOf, dayOf, instantOf, numberOf, withPlaces } from './loot-award.ts';
import { CSV_START, readRcCsv, readRcJson, readRcTsv, TSV_START } from './rc-loot-council.ts';
import type { AwardRow } from './rows.ts';

/** Throws `FormatError`. Awards whose instant cannot be have none. */
export function readLoot(text: string, now: Date): AwardRow[] {
  const checked = checkText(text).trimStart();
  const awards = withPlaces(readerOf(checked)(checked, now));
  checkRows(awards, JSON.stringify, ({ line }) => line);
  return awards;
}

type Reader = (text: string, now: Date) => AwardRow[];

function readerOf(text: string): Reader {
  const start = text.slice(0, 200).toLowerCase();
  if (/^(?:return )?"?\^1\^/.test(start)) {
    throw new FormatError(
      'another_format',
      'This is the export for players, which only the addon reads. Choose CSV or JSON there.',
    );
  }
  if (start.startsWith(CSV_START.toLowerCase())) return readRcCsv;
  if (start.startsWith(TSV_START)) return readRcTsv;
  if (start.startsWith('[')) return readRcJson;
  if (start.startsWith('datetime,character,itemid')) return readGargul;
  if (start.startsWith('date,name,itemid')) return readClm;
  if (start.startsWith('time,item id,item name,winner')) return readLootReserve;
  if (start.startsWith('type,') && start.includes('character_name')) return readReceived;
  throw new FormatError(
    'another_format',
    'This is no history of loot that we know. Export it as CSV from RCLootCouncil, Gargul, LootReserve, Core Loot Manager or thatsmybis.',
  );
}

/** The addon tells the day alone. Its number of an award is a checksum. */
const readGargul: Reader = (text, now) =>
  headedRows(text, ['datetime', 'character', 'itemid', 'id']).map(({ line, cell }) =>
    awardOf({
      ...{ line, tool: 'gargul', player: cell('character'), id: cell('id') || null },
      ...{ receivedAt: dayOf(cell('datetime'), now), dayOnly: true, itemId: numberOf(cell('itemid')) },
      response: cell('offspec') === '1' ? 'Offspec' : 'Mainspec',
    }),
  );

const readClm: Reader = (text, now) =>
  headedRows(text, ['date', 'name', 'itemid', 'id']).map(({ line, cell }) =>
    awardOf({
      ...{ line, tool: 'clm', player: cell('name'), id: cell('id') || null },
      ...{ receivedAt: dayOf(cell('date'), now), dayOnly: true, itemId: numberOf(cell('itemid')) },
      response: '',
    }),
  );

/** Nothing is quoted: an item may have commas, a name has none. */
const LINE = /^(\d+),(\d+),(.*),([^,]*),([01]),([01]),([01]),(.*)$/;

const readLootReserve: Reader = (text, now) => {
  const [, ...lines] = text.split(/\r?\n/).map((written, index) => ({ written, line: index + 1 }));
  const filled = lines.filter(({ written }) => written.trim() !== '');
  checkRows(
    filled,
    ({ written }) => written,
    ({ line }) => line,
  );
  return filled.map(({ written, line }) => {
    const [matched, time, id, name, winner = '', reserved, , disenchanted, reason = ''] = LINE.exec(written) ?? [];
    if (matched === undefined) {
      throw new FormatError('another_format', `Line ${line} is none of LootReserve. Export it again.`, { line });
    }
    return awardOf({
      ...{ line, tool: 'lootreserve', player: disenchanted === '1' ? '' : winner, id: null },
      ...{ receivedAt: instantOf(Number(time), now), itemId: numberOf(id), itemName: name ?? null },
      response: reason.trim() || (reserved === '1' ? 'Reserved' : ''),
    });
  });
};

/** thatsmybis lists wishes as well, and cuts the numbers of awards, so that they identify none. */
const readReceived: Reader = (text, now) =>
  headedRows(text, ['type', 'character_name', 'item_id', 'received_at'])
    .filter(({ cell }) => cell('type') === 'received')
    .map(({ line, cell }) =>
      awardOf({
        ...{ line, tool: 'thats_my_bis', player: cell('character_name'), id: null },
        ...{ receivedAt: dayOf(cell('received_at'), now), dayOnly: true, itemId: numberOf(cell('item_id')) },
        ...{ itemName: cell('item_name'), className: cell('character_class'), instance: cell('instance_name') },
        ...{ boss: cell('source_name'), note: cell('note') },
        response: cell('is_offspec') === '1' ? 'Offspec' : 'Mainspec',
      }),
    );
