/** CSV for spreadsheets, in which no text of people becomes a formula. */

export type CsvCell = string | number | null | undefined;

/** The first row names the columns. Spreadsheets read a file as UTF-8 only if it starts with the byte order mark. */
export const csvFile = (rows: Iterable<readonly CsvCell[]>): string =>
  `\uFEFF${Array.from(rows, (row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

const cell = (value: CsvCell): string =>
  typeof value === 'string' ? `"${guarded(value).replaceAll('"', '""')}"` : String(value ?? '');

/**
 * Where a cell could begin with a formula: at the start, and after whatever separates cells or lines somewhere. Where
 * lists are separated by semicolons, spreadsheets split our lines there despite the quotes.
 */
const FORMULA = /(^|[;\t\r\n])(?=["' ]*[=+\-@＝＋－＠])/g;
const GUARDED = /(^|[;\t\r\n])'(?=["' ]*[=+\-@＝＋－＠])/g;

const guarded = (text: string) => text.replace(FORMULA, "$1'");

/** The text of a cell as it was before `csvFile` kept it from being a formula. For programs that read such a file. */
export const unguarded = (text: string): string => text.replace(GUARDED, '$1');
