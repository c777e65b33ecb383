/** The history of RCLootCouncil: CSV, TSV and JSON as the addon writes them, which are none of these by the book. */
import { looseRows } from '@guildhall/contracts/table-text.ts';
import { z } from 'zod';
import { cutsOf, hadToQuote, onlyCut, quotedAt, spreadsheetCells, textOfQuoted, unquotedAt } from './csv-line.ts';
import { checkRows } from './decode-text.ts';
import { FormatError } from './format-error.ts';
import { headedRows } from './headed-rows.ts';
import { awardOf, instantOf, numberOf } from './loot-award.ts';
import { plainCell } from './plain-cell.ts';
import { checkDocument } from './read-document.ts';
import type { AwardRow } from './rows.ts';

const COLUMNS =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner'.split(
    ',',
  );

/** The first headings of CSV and TSV, in lower case. */
export const RC_START = 'player,date,time,id,';

type Cells = { line: number; cell(name: string): string | null };

export function readRcCsv(text: string, now: Date): AwardRow[] {
  const lines = linesOf(text);
  const [head, ...rest] = lines;
  const names = (head?.text ?? '').split(',').map((name) => name.trim());
  if (names.join() !== COLUMNS.join()) {
    throw new FormatError('missing_column', 'These are not the 23 columns of RCLootCouncil. Export it again as CSV.', {
      line: head?.line ?? 1,
    });
  }
  return rest.map(({ text: line, line: number }) => {
    const cells = isOfSpreadsheet(line) ? quotedCells(line, ',') : splitCsv(line, number, COLUMNS.length);
    if (cells?.length !== COLUMNS.length) throw notColumns(number, COLUMNS.length);
    return award(cellsOf(number, COLUMNS, cells), now);
  });
}

/** No name begins with a quotation mark. */
const isOfSpreadsheet = (line: string) => line.startsWith('"');

const quotedCells = (line: string, separator: ',' | '\t') => looseRows(line.trimEnd(), separator, 1)[0]?.cells ?? [];

/** CSV or TSV that a spreadsheet has saved again, with headings in quotation marks or another separator. */
export function readRcTable(text: string, now: Date): AwardRow[] {
  return headedRows(text, ['player', 'id', 'itemstring', 'response']).map(({ line, isShort, cell }) => {
    if (isShort) throw new FormatError('another_format', `Line ${line} is cut. Export it again.`, { line });
    return award({ line, cell: (name) => cell(name.toLowerCase()) || null }, now);
  });
}

/** A hidden tab or space stands behind the last column. Columns are found by their names. */
export function readRcTsv(text: string, now: Date): AwardRow[] {
  const [head, ...rest] = linesOf(text);
  const names = (head?.text ?? '').split('\t').map((name) => name.trim());
  for (const name of ['player', 'id', 'itemString', 'response']) {
    if (names.includes(name)) continue;
    throw new FormatError('missing_column', `The column ${name} is missing. Export it again as TSV or CSV.`, {
      line: 1,
      field: name,
    });
  }
  return rest.map(({ text: line, line: number }) => {
    const cells = isOfSpreadsheet(line) ? quotedCells(line, '\t') : line.split('\t').map(unquoted);
    if (cells.length < names.length - 1) throw notColumns(number, names.length);
    return award(cellsOf(number, names, cells), now);
  });
}

const Text = z.union([z.string(), z.number(), z.boolean()]).nullish();
const Entry = z.object({
  player: z.string(),
  id: z.string(),
  ...Object.fromEntries(
    [
      'itemID',
      'itemString',
      'itemName',
      'response',
      'votes',
      'class',
      'instance',
      'boss',
      'difficultyID',
      'gear1',
      'gear2',
      'responseID',
      'note',
    ].map((name) => [name, Text]),
  ),
});

export function readRcJson(text: string, now: Date): AwardRow[] {
  const entries = checkDocument(parseRepaired(text), z.array(Entry), 'the JSON of RCLootCouncil');
  checkRows(
    entries,
    (entry) => JSON.stringify(entry),
    (entry) => entries.indexOf(entry) + 1,
  );
  return entries.map((entry, index) =>
    award(
      {
        line: index + 1,
        cell(name) {
          const value: unknown = Reflect.get(entry, name === 'item' ? 'itemName' : name);
          return value === undefined || value === null ? null : plainCell(String(value));
        },
      },
      now,
    ),
  );
}

/** `id` is the only instant: the epoch and a number. Dates of the text differ in format and zone, within one file. */
function award({ line, cell }: Cells, now: Date): AwardRow {
  const id = cell('id')?.trim() ?? '';
  const [, seconds] = /^(\d{1,12})-\d{1,9}$/.exec(id) ?? [];
  return awardOf({
    line,
    tool: 'rclootcouncil',
    player: cell('player') ?? '',
    id,
    receivedAt: seconds === undefined ? null : instantOf(Number(seconds), now),
    saysTime: seconds !== undefined,
    itemId: numberOf(cell('itemID')),
    itemName: cell('item'),
    itemString: cell('itemString'),
    difficultyId: numberOf(cell('difficultyID')),
    instance: cell('instance'),
    boss: cell('boss'),
    className: cell('class'),
    response: cell('response') ?? '',
    responseCode: codeOf(cell('responseID')),
    votes: numberOf(cell('votes')),
    note: cell('note'),
    oldItems: [cell('gear1'), cell('gear2')].flatMap((link) => link ?? []),
  });
}

/** The numbers are places of buttons, which a guild may move. */
const codeOf = (text: string | null) => (text === null || /^\d*$/.test(text.trim()) ? null : text.trim());

const linesOf = (text: string) => {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ text: line, line: index + 1 }))
    .filter((line) => line.text.trim() !== '');
  checkRows(
    lines.slice(1),
    (line) => line.text,
    ({ line }) => line,
  );
  return lines;
};

const cellsOf = (line: number, names: readonly string[], cells: readonly string[]): Cells => {
  const byName = new Map(names.map((name, at) => [name, plainCell(cells[at]?.trim() ?? '') || null]));
  return { line, cell: (name) => byName.get(name) ?? null };
};

const notColumns = (line: number, count: number) =>
  new FormatError('another_format', `Line ${line} does not have ${count} columns. Export it again.`, { line });

/**
 * The addon quotes a cell only for its commas, and leaves one with quotation marks alone as it is; a spreadsheet quotes that, too.
 * Null if the line has not so many cells. Throws `FormatError` where it can be cut in several ways.
 */
function splitCsv(written: string, number: number, count: number): string[] | null {
  const line = written.trimEnd();
  const ofSpreadsheet = cutsOf(line, count, spreadsheetCells);
  const strict = [...ofSpreadsheet, ...cutsOf(line, count, addonCells)];
  const isDone = strict.length > 0 || line.split('"').length > MOST_MARKS;
  const cuts = isDone ? strict : cutsOf(line, count, carelessCells);
  const isQuoted = (cell: string) => (ofSpreadsheet.length > 0 ? hadToQuote(cell) : cell.includes(','));
  const cells = onlyCut(cuts, number, 'Export it again as JSON.');
  return cells?.map((cell) => (isQuoted(cell) ? textOfQuoted(cell) : cell)) ?? null;
}

function* addonCells(line: string, from: number): Generator<string> {
  const quoted = quotedAt(line, from);
  if (quoted?.includes(',')) yield quoted;
  yield unquotedAt(line, from);
}

/** More quotation marks than people type, so that no line takes long. */
const MOST_MARKS = 100;

/** Quoted for a comma, with quotation marks that are not doubled. */
function* carelessCells(line: string, from: number): Generator<string> {
  const unquoted = unquotedAt(line, from);
  yield unquoted;
  if (!unquoted.startsWith('"')) return;
  for (let end = line.indexOf('"', from + unquoted.length); end >= 0; end = line.indexOf('"', end + 1)) {
    if (end + 1 === line.length || line[end + 1] === ',') yield line.slice(from, end + 1);
  }
}

/** A cell of TSV, which a spreadsheet quotes if it has a comma or quotation marks. */
function unquoted(cell: string): string {
  const text = hadToQuote(cell) ? textOfQuoted(cell) : cell;
  // Marks within it that are not doubled are its own, and so are those around it.
  return text.includes('"') && text === cell.slice(1, -1) ? cell : text;
}

/** The addon escapes quotation marks alone, so backslashes and line breaks make its JSON invalid. */
function parseRepaired(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { repaired, inserted } = repair(text);
    try {
      return JSON.parse(repaired);
    } catch (error) {
      throw notJson(text, error, inserted);
    }
  }
}

/** A text ends before the next field of the addon, or the end of the entry. */
const FOLLOWS = /^(?:,"[A-Za-z0-9]+":|\}\s*[,\]])/;

function repair(text: string): { repaired: string; inserted: number[] } {
  const parts: string[] = [];
  const inserted: number[] = [];
  let isText = false;
  let length = 0;
  const put = (part: string, extra: number) => {
    parts.push(part);
    for (let at = 0; at < extra; at += 1) inserted.push(length + at);
    length += part.length;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (letter === '"') isText = !isText;
    if (!isText) put(letter, 0);
    else if (letter === '\\' && next === '"' && !FOLLOWS.test(text.slice(at + 2, at + 40))) {
      put('\\"', 0);
      at += 1;
    } else if (letter === '\\') put('\\\\', 1);
    else if (letter < ' ') put(CONTROL[letter] ?? ' ', CONTROL[letter] ? 1 : 0);
    else put(letter, 0);
  }
  return { repaired: parts.join(''), inserted };
}

const CONTROL: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function notJson(text: string, error: unknown, inserted: readonly number[]): FormatError {
  const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  const at = position === undefined ? text.length : Number(position);
  const offset = at - inserted.filter((one) => one < at).length;
  const line = text.slice(0, offset).split('\n').length;
  const message = `The text is not the JSON of RCLootCouncil from character ${offset + 1} on, in line ${line}. It may be cut: copy it again.`;
  return new FormatError('not_json', message, { line });
}
