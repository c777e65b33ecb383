import { FormatError } from './format-error.ts';
import { readTable } from './table.ts';

/** The rows of a table with headings: each cell by its name. Throws `FormatError` for a column that is missing. */
export function headedRows(text: string, needed: readonly string[]) {
  const [head, ...rows] = readTable(text).rows;
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = needed.find((name) => !names.includes(name));
  if (missing !== undefined) {
    const message = `The column ${missing} is missing. Export it again.`;
    throw new FormatError('missing_column', message, { line: 1, field: missing });
  }
  return rows.map(({ line, cells }) => ({ line, cell: (name: string) => cells[names.indexOf(name)]?.trim() ?? '' }));
}
