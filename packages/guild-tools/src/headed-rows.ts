import {
  looseRows,
  type Separator,
  separatorOfHeadings,
  withoutSeparatorLine,
} from '@guildhall/contracts/table-text.ts';
import { FormatError } from './format-error.ts';
import { readTable } from './table.ts';

/** More than the headings of any format. */
const LETTERS = 2_000;

export type Head = {
  separator: Separator;
  /** Whether a spreadsheet has written the quotation marks: tools do not quote the first heading. */
  isQuoted: boolean;
  /** In lower case. */
  names: string[];
};

/** The first line of a text, as headings in whatever dialect. */
export function headOf(text: string): Head {
  const told = withoutSeparatorLine(text);
  const [line = ''] = told.text.trimStart().split(/[\r\n]/, 1);
  const start = line.slice(0, LETTERS);
  const separator = told.separator ?? separatorOfHeadings(start);
  const cells = looseRows(start, separator, 1)[0]?.cells ?? [];
  return { separator, isQuoted: start.startsWith('"'), names: cells.map((name) => name.trim().toLowerCase()) };
}

/**
 * The rows of a table with headings: each cell by its name. Throws `FormatError` for a column that is missing, and for a row with
 * more cells than headings, in which a separator is not quoted.
 */
export function headedRows(text: string, needed: readonly string[]) {
  const [head, ...rows] = readTable(text, headOf(text).separator).rows;
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = needed.find((name) => !names.includes(name));
  if (missing !== undefined) {
    const message = `The column ${missing} is missing. Export it again.`;
    throw new FormatError('missing_column', message, { line: 1, field: missing });
  }
  const long = rows.find(({ cells }) => cells.slice(names.length).some((cell) => cell.trim() !== ''));
  if (long) {
    const message = `Line ${long.line} has more cells than headings. Export it again.`;
    throw new FormatError('another_format', message, { line: long.line });
  }
  return rows.map(({ line, cells }) => ({
    line,
    /** Whether cells are missing, which may be so where the last ones are empty. */
    isShort: cells.length < names.length - 1,
    cell: (name: string) => cells[names.indexOf(name)]?.trim() ?? '',
  }));
}
