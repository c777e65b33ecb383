/** Lines and cells of a table in a text, as loosely as people and tools write them. The service and its client read it alike. */

const SEPARATORS = ['\t', ';', '|', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

export type LooseRow = {
  /** Counted from 1. */
  line: number;
  cells: string[];
  /** Whether a cell in quotation marks goes on in the next line. */
  spans: boolean;
};

/** The first rows that hold anything, `most` at most. Quotation marks that do not enclose a whole cell stay as they are. */
export function looseRows(text: string, separator: Separator, most: number): LooseRow[] {
  const cell = new RegExp(` *"([^"]*(?:""[^"]*)*)" *(?=[${separator}\\r\\n]|$)|[^${separator}\\r\\n]*`, 'y');
  const rows: LooseRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let breaks = 0;
  for (let at = 0; at <= text.length && rows.length < most; at += 1) {
    cell.lastIndex = at;
    const [written = '', quoted] = cell.exec(text) ?? [];
    cells.push(quoted === undefined ? written : quoted.replaceAll('""', '"'));
    breaks += quoted?.match(/\r\n?|\n/g)?.length ?? 0;
    at += written.length;
    if (text[at] === separator) continue;
    if (cells.length > 1 || cells[0]?.trim() !== '') rows.push({ line, cells, spans: breaks > 0 });
    line += breaks + 1;
    [cells, breaks] = [[], 0];
    if (text.startsWith('\r\n', at)) at += 1;
  }
  return rows;
}

/** Enough of a text to tell its separator. */
const LETTERS = 200_000;
const ROWS = 1_000;

/**
 * The separator that gives every line the same number of cells; else the one that most lines have. Where that holds for
 * several, the one that comes first in a line: those behind it stand within a cell.
 */
export function separatorOf(text: string): Separator {
  const start = text.slice(0, LETTERS);
  const found = SEPARATORS.map((separator) => {
    const all = looseRows(start, separator, ROWS);
    // The last one may be cut.
    const rows = start.length < text.length && all.length > 1 ? all.slice(0, -1) : all;
    const widths = new Set(rows.map(({ cells }) => cells.length));
    const wide = rows.filter(({ cells }) => cells.length > 1);
    return {
      separator,
      isSteady: widths.size === 1 && wide.length > 0,
      wide: wide.length,
      firstCells: wide.reduce((sum, { cells: [first = ''] }) => sum + first.length, 0),
    };
  });
  const [best] = found
    .filter(({ wide }) => wide > 0)
    .sort(
      (one, other) =>
        Number(other.isSteady) - Number(one.isSteady) || other.wide - one.wide || one.firstCells - other.firstCells,
    );
  return best?.separator ?? ',';
}

/** The separator by which the first line, which holds headings, has most cells. A heading has none within it. */
export function separatorOfHeadings(line: string): Separator {
  const width = (separator: Separator) => looseRows(line, separator, 1)[0]?.cells.length ?? 0;
  return SEPARATORS.reduce((best, one) => (width(one) > width(best) ? one : best), ',');
}

/** A first line `sep=;` tells spreadsheets the separator. It becomes an empty one, so that lines keep their numbers. */
export function withoutSeparatorLine(text: string): { text: string; separator: Separator | null } {
  const [line] = /^\s*"?sep=[\t;|,]"?[ \t;|,]*(?=[\r\n]|$)/i.exec(text) ?? [];
  if (line === undefined) return { text, separator: null };
  const separator = SEPARATORS.find((one) => line.toLowerCase().includes(`sep=${one}`)) ?? null;
  return { text: line.replaceAll(/[^\r\n]/g, '') + text.slice(line.length), separator };
}
