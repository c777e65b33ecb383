/** The same rows as tools and spreadsheets write them: read the same, or refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEqdkp } from './eqdkp.ts';
import { FormatError } from './format-error.ts';
import { readRaidHelperEvent } from './raid-helper.ts';
import { readBalances } from './read-balances.ts';
import { readLoot } from './read-loot.ts';
import { readReserves } from './read-reserves.ts';
import { readRosterNotes } from './roster-notes.ts';
import type { ImportedRow } from './rows.ts';
import { assignColumns, readTable } from './table.ts';
import { refusalOf } from './test-refusals.ts';
import { readThatsMyBis } from './thats-my-bis.ts';
import { readWowaudit } from './wowaudit.ts';

const NOW = new Date('2026-11-27T12:00:00Z');

/** People type separators, quotation marks and signs of formulas. */
const typed = fc
  .array(fc.constantFrom('tank', 'Zoë', ' ', ',', ';', '|', '"', "'", '=', '-', '1', ', '), { maxLength: 6 })
  // Cells are trimmed, and an apostrophe before a sign is what keeps a formula out.
  .map((parts) => parts.join('').trim().replaceAll("'", ''));
const name = fc.constantFrom('Aldric', 'Brackwyn', 'Cinder', 'Ёлка');
const item = fc.constantFrom('42', '19003');
const second = fc.integer({ min: 1_790_000_000, max: 1_795_000_000 });
const day = fc.constantFrom('2026-11-20', '2026-11-21');
const fixed = (text: string) => fc.constant(text);

type Format = {
  headings: string;
  cells: fc.Arbitrary<string>[];
  read: (text: string) => ImportedRow[];
};

const loot = (text: string) => readLoot(text, NOW);
const RC =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner';
const rcCells: Record<string, fc.Arbitrary<string>> = {
  ...{ player: name, id: second.map((at) => `${at}-1`), itemID: item, response: typed, note: typed, boss: typed },
  ...{ date: fixed('22/11/26'), time: fixed('1:02:03'), owner: fixed('Unknown'), item: fixed('[Ring, of "Nine"]') },
};

const RC_LOOT_COUNCIL: Format = {
  headings: RC,
  cells: RC.split(',').map((one) => rcCells[one] ?? fixed('')),
  read: loot,
};
const LOOT_RESERVE: Format = {
  headings: 'Time,Item ID,Item Name,Winner,Reserved,Raid Rolled,Disenchanted,Reason',
  cells: [second.map(String), item, typed, name, fixed('1'), fixed('0'), fixed('0'), typed],
  read: loot,
};

const FORMATS: Record<string, Format> = {
  'roster notes': { headings: 'Name,Rank,Public Note', cells: [name, fixed('Alt'), typed], read: readRosterNotes },
  'any table': {
    headings: 'Who,Whose,What',
    cells: [name, name, typed],
    read: (text) => assignColumns(readTable(text), { name: 0, main: 1, note: 2 }, true),
  },
  RCLootCouncil: RC_LOOT_COUNCIL,
  Gargul: {
    headings: 'dateTime,character,itemID,offspec,id',
    cells: [day, name, item, fc.constantFrom('0', '1'), fixed('306831')],
    read: loot,
  },
  'Core Loot Manager': { headings: 'date,name,itemID,id', cells: [day, name, item, fixed('12')], read: loot },
  LootReserve: LOOT_RESERVE,
  thatsmybis: {
    headings: 'type,character_name,item_name,item_id,received_at,note',
    cells: [fixed('received'), name, typed, item, day, typed],
    read: loot,
  },
  'softres.it': {
    headings: 'Item,ItemId,From,Name,Class,Spec,Note,Plus,Date',
    cells: [typed, item, typed, name, fixed('Rogue'), fixed(''), typed, fixed('10'), fixed('')],
    read: readReserves,
  },
  Raidres: {
    headings: 'ID,Item,Boss,Attendee,Class,Specialization,Comment,Date,Date (GMT),SR+',
    cells: [
      item,
      typed,
      typed,
      name,
      fixed('Rogue'),
      fixed(''),
      typed,
      fixed(''),
      fixed('2026-02-12 03:02:20'),
      fixed('5'),
    ],
    read: readReserves,
  },
  'reserves of LootReserve': {
    headings: 'Player,Class,Plus,ExtraReserves,RollBonus,Item,Count',
    cells: [name, fixed('ROGUE'), fixed('0'), fixed('0'), fixed('0'), item, fixed('1')],
    read: readReserves,
  },
};

type Write = (rows: string[][]) => string;
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const linesOf =
  (separator: string, cellOf: (cell: string) => string, end = '\n'): Write =>
  (rows) =>
    rows.map((cells) => cells.map(cellOf).join(separator)).join(end);
/** As RFC 4180 says, and spreadsheets do. */
const written = (separator: string, { all = false, end = '\n' } = {}): Write =>
  linesOf(separator, (cell) => (all || /["\r\n]/.test(cell) || cell.includes(separator) ? quoted(cell) : cell), end);

const DIALECTS: Record<string, Write> = {
  'commas, where needed in quotation marks': written(','),
  semicolons: written(';'),
  tabs: written('\t'),
  bars: written('|'),
  'everything in quotation marks': written(',', { all: true }),
  'everything in quotation marks, and semicolons': written(';', { all: true }),
  'everything in quotation marks, and tabs': written('\t', { all: true }),
  'line ends of Windows': written(',', { end: '\r\n' }),
  'line ends of old systems': written(';', { end: '\r' }),
  'a byte order mark': (rows) => `\uFEFF${written(';')(rows)}\r\n`,
  'a line that names the separator': (rows) => `sep=;\r\n${written(';', { end: '\r\n' })(rows)}`,
};

/** Without their lines, which a line before them moves. */
const rowsOf = (read: Format['read'], text: string) => read(text).map(({ line: _line, ...row }) => row);

/** In tabs and quotation marks, a table can be read in one way. */
function expectSameOrRefused(read: Format['read'], text: string, table: string[][]): void {
  let found: ReturnType<typeof rowsOf>;
  try {
    found = rowsOf(read, text);
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return;
  }
  expect(found).toEqual(rowsOf(read, written('\t', { all: true })(table)));
}

describe.each(Object.entries(FORMATS))('%s', (_, { headings, cells, read }) => {
  const rows = fc.array(fc.tuple(...cells), { minLength: 1, maxLength: 4 });

  test.each(Object.entries(DIALECTS))('with %s: the same rows, or a refusal', (_dialect, write) => {
    fc.assert(
      fc.property(rows, (all) => {
        const table = [headings.split(','), ...all];
        expectSameOrRefused(read, write(table), table);
      }),
    );
  });

  test.each(Object.entries(DIALECTS))('with %s is read where cells are plain', (_dialect, write) => {
    const plain = (text: string) => text.replaceAll(/[^\p{L}\d :.[\]+/-]/gu, '').trim();
    fc.assert(
      fc.property(rows, (all) => {
        const table = [headings.split(','), ...all.map((row) => row.map(plain))];
        expect(rowsOf(read, write(table))).toEqual(rowsOf(read, written(',')(table)));
      }),
    );
  });
});

/** As the addons write them, by rules of their own. */
const OWN: [string, string, Format, Write][] = [
  ['RCLootCouncil', 'CSV', RC_LOOT_COUNCIL, linesOf(',', (cell) => (cell.includes(',') ? quoted(cell) : cell))],
  ['RCLootCouncil', 'TSV', RC_LOOT_COUNCIL, linesOf('\t', (cell) => cell)],
  ['LootReserve', 'CSV', LOOT_RESERVE, linesOf(',', (cell) => cell)],
];

describe.each(OWN)('%s as the addon writes its %s', (_name, _kind, { headings, cells, read }, write) => {
  const rows = fc.array(fc.tuple(...cells), { minLength: 1, maxLength: 4 });

  test('is read the same, or refused', () => {
    fc.assert(
      fc.property(rows, (all) => {
        // A text that is just what a spreadsheet would make of another one is read as that.
        fc.pre(!all.flat().some((cell) => /^"(?:[^"]|"")*"$/.test(cell) && /[",]/.test(cell.slice(1, -1))));
        const table = [headings.split(','), ...all];
        expectSameOrRefused(read, write(table), table);
      }),
    );
  });
});

const listOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 4 });
const id = fc.nat(1_000);
const balances = (text: string) => readBalances(text, NOW);

const DOCUMENTS: Record<string, { document: fc.Arbitrary<unknown>; read: Format['read'] }> = {
  'an event of Raid-Helper': {
    document: fc.record({ signUps: listOf(fc.record({ id, name, className: fc.constantFrom('Tank', 'Late') })) }),
    read: readRaidHelperEvent,
  },
  'characters of wowaudit': { document: listOf(fc.record({ id, name, note: typed })), read: readWowaudit },
  'characters of thatsmybis': { document: listOf(fc.record({ id, name, public_note: typed })), read: readThatsMyBis },
  'the history of RCLootCouncil': {
    document: listOf(fc.record({ player: name, id: second.map((at) => `${at}-1`), itemID: item, note: typed })),
    read: loot,
  },
  'the standings of Core Loot Manager': {
    document: listOf(fc.record({ name, points: fc.nat(1_000) })).map((player) => ({
      standings: { roster: [{ standings: { player } }] },
    })),
    read: balances,
  },
};

/** Marks, line ends and empty lines that may stand around a text or between its parts. */
const AROUND: Record<string, (text: string) => string> = {
  'a byte order mark': (text) => `\uFEFF${text}`,
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'empty lines behind it': (text) => `${text}\n\n`,
};

describe.each(Object.entries(DOCUMENTS))('%s', (_, { document, read }) => {
  test.each(Object.entries({ ...AROUND, 'all in one line': (text: string) => JSON.stringify(JSON.parse(text)) }))(
    'with %s is read the same',
    (_dialect, change) => {
      fc.assert(
        fc.property(document, (one) => {
          const text = JSON.stringify(one, null, 2);
          expect(rowsOf(read, change(text))).toEqual(rowsOf(read, text));
        }),
      );
    },
  );

  test('that is cut is refused with a line', () => {
    fc.assert(
      fc.property(document, fc.nat(), (one, at) => {
        const text = JSON.stringify(one, null, 2);
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        expect(refusalOf(() => read(cut)).line).not.toBeNull();
      }),
    );
  });
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const player = fc.record({ id, name, points: fc.nat(1_000) });
const xmlOf = (players: { id: number; name: string; points: number }[], written: (text: string) => string) =>
  `<response><players>\n${players
    .map(
      (one) =>
        `<player><id>${one.id}</id><main_id>${one.id}</main_id><name>${written(`${one.name} & <x>`)}</name>\n<points><multidkp_points><points_current>${one.points}</points_current></multidkp_points></points></player>`,
    )
    .join('\n')}</players></response>`;

describe.each([
  ['characters of EQdkp-Plus', readEqdkp],
  ['points of EQdkp-Plus', balances],
])('%s', (_, read) => {
  const dialects: [string, ((text: string) => string) | null][] = [...Object.entries(AROUND), ['texts in CDATA', null]];
  test.each(dialects)('with %s are read the same', (_dialect, change) => {
    fc.assert(
      fc.property(listOf(player), (players) => {
        const plain = xmlOf(players, escaped);
        const text = change ? change(plain) : xmlOf(players, (one) => `<![CDATA[${one}]]>`);
        expect(rowsOf(read, text)).toEqual(rowsOf(read, plain));
      }),
    );
  });
});

describe('the ledger of CEPGP', () => {
  test.each(Object.entries(AROUND))('with %s is read the same', (_, change) => {
    fc.assert(
      fc.property(listOf(player), (players) => {
        const lines = players.map((one) => `{ "${one.name}", "", "Add", 1, ${one.points}, 1, 1, "", 1617044113 },`);
        const text = `CEPGP = {\n["Traffic"] = {\n${lines.join('\n')}\n},\n}`;
        expect(rowsOf(balances, change(text))).toEqual(rowsOf(balances, text));
      }),
    );
  });
});
