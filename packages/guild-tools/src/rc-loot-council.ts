/** The history of RCLootCouncil: CSV, TSV and JSON as the addon writes them, which are none of these by the book. */
import { looseRows } from '@guildhall/contracts/table-text.ts';
import { z } from 'zod';
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
    const cells = isOfSpreadsheet(line) ? quotedCells(line, ',') : splitCsv(line, COLUMNS.length);
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
 * The addon quotes a field only if it has a comma, and quotation marks within it stay as they are; a spreadsheet doubles these.
 * Where that can be read in several ways, the one counts that gives all columns. Null if none does.
 */
function splitCsv(line: string, count: number): string[] | null {
  const dead = new Set<number>();
  const rest = (from: number, left: number): string[] | null => {
    if (left === 0) return from > line.length ? [] : null;
    if (from > line.length || dead.has(from * 32 + left)) return null;
    for (const [cell, next] of cellsAt(line, from)) {
      const others = rest(next, left - 1);
      if (others) return [cell, ...others];
    }
    dead.add(from * 32 + left);
    return null;
  };
  return rest(0, count);
}

/** Each way to read the field at `from`, with the place behind its comma. */
function* cellsAt(line: string, from: number): Generator<[string, number]> {
  if (line[from] === '"') {
    for (let end = line.indexOf('"', from + 1); end >= 0; end = line.indexOf('"', end + 1)) {
      const isEnd = line[end + 1] === ',' || line.slice(end + 1).trim() === '';
      const cell = line.slice(from + 1, end);
      const next = line[end + 1] === ',' ? end + 2 : line.length + 1;
      if (isEnd && DOUBLED.test(cell)) yield [cell.replaceAll('""', '"'), next];
      else if (isEnd && cell.includes(',')) yield [cell, next];
    }
  }
  const comma = line.indexOf(',', from);
  yield comma < 0 ? [line.slice(from), line.length + 1] : [line.slice(from, comma), comma + 1];
}

/** Holds quotation marks, and each of them twice. */
const DOUBLED = /^[^"]*(?:""[^"]*)+$/;

/** A cell of TSV, which a spreadsheet quotes if it has a comma or quotation marks. */
function unquoted(cell: string): string {
  const [, inner = ''] = /^"(.*)"$/s.exec(cell) ?? [];
  if (DOUBLED.test(inner)) return inner.replaceAll('""', '"');
  return inner.includes(',') && !inner.includes('"') ? inner : cell;
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
