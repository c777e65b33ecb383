/** One line of CSV that may be written by an addon or a spreadsheet, which quote by different rules: all ways to cut it. */
import { FormatError } from './format-error.ts';

/** The cells that may begin at a place, as they are written. */
type CellsAt = (line: string, from: number) => Iterable<string>;

/** Quotation marks within it are doubled. */
const QUOTED = /"[^"]*(?:""[^"]*)*"(?=,|$)/y;
const UNQUOTED = /[^,]*/y;

export const quotedAt = (line: string, from: number) => matchAt(QUOTED, line, from);
export const unquotedAt = (line: string, from: number) => matchAt(UNQUOTED, line, from) ?? '';

function matchAt(cell: RegExp, line: string, from: number): string | null {
  cell.lastIndex = from;
  return cell.exec(line)?.[0] ?? null;
}

/** A cell of a spreadsheet with quotation marks is quoted. */
export function* spreadsheetCells(line: string, from: number): Generator<string> {
  const quoted = quotedAt(line, from);
  const unquoted = unquotedAt(line, from);
  if (quoted !== null) yield quoted;
  else if (!unquoted.includes('"')) yield unquoted;
}

/** The ways to cut a line into so many cells, two at most. */
export function cutsOf(line: string, count: number, cellsAt: CellsAt): string[][] {
  const cuts: string[][] = [];
  const dead = new Set<number>();
  const follow = (from: number, cells: string[]): void => {
    if (cells.length === count && from > line.length) cuts.push(cells);
    const state = from * (count + 1) + cells.length;
    if (cells.length === count || from > line.length || dead.has(state)) return;
    const before = cuts.length;
    for (const cell of cellsAt(line, from)) {
      if (cuts.length < 2) follow(from + cell.length + 1, [...cells, cell]);
    }
    if (cuts.length === before) dead.add(state);
  };
  follow(0, []);
  return cuts;
}

/** The first of these cuts, null without one. Throws `FormatError` if they differ: no reader can tell which is meant. */
export function onlyCut(cuts: readonly string[][], line: number, advice: string): string[] | null {
  const [first, ...others] = cuts;
  if (first && others.some((other) => other.join('\n') !== first.join('\n'))) {
    const message = `Line ${line} can be read in several ways, because of its commas and quotation marks. ${advice}`;
    throw new FormatError('another_format', message, { line });
  }
  return first ?? null;
}

/** Whether a spreadsheet had a reason to quote this cell: a comma, or quotation marks. */
export const hadToQuote = (cell: string) =>
  cell.startsWith('"') && cell.endsWith('"') && /[",]/.test(cell.slice(1, -1));

/** The text of a cell in quotation marks. Marks within it become single ones where all are doubled. */
export function textOfQuoted(cell: string): string {
  const inner = cell.slice(1, -1);
  return /^[^"]*(?:""[^"]*)+$/.test(inner) ? inner.replaceAll('""', '"') : inner;
}
