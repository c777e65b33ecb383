/** The measurements, and the table at the end of a run. */

export type Target = { atLeast: number } | { atMost: number };

export type Row = {
  part: string;
  measure: string;
  value: number;
  /** `x` marks a ratio. */
  unit: 'req/s' | 'ms' | 's' | 'h' | 'days' | 'MB' | 'x' | '';
  target?: Target;
  /** How the number came about, if its name does not say it. */
  note?: string;
};

export function isMet({ value, target }: Row): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** One line per row, aligned columns, a blank line between parts. */
export function table(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.part,
    row.measure,
    amount(row.value, row),
    goal(row),
    verdict(row),
    row.note ?? '',
  ]);
  const lines = [['part', 'measure', 'value', 'target', '', ''], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line, index) => {
      const text = line
        .map((cell, column) => (column === 2 ? cell.padStart(widths[2] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd();
      return line[0] === lines[index - 1]?.[0] ? text : `\n${text}`;
    })
    .join('\n');
}

function amount(value: number, { unit }: Row): string {
  const digits = digitsOf(value, unit);
  const text = value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === '' ? text : `${text} ${unit}`;
}

function digitsOf(value: number, unit: Row['unit']): number {
  if (unit === '' || value >= 100) return 0;
  return value >= 10 ? 1 : 2;
}

function goal(row: Row): string {
  if (!row.target) return '';
  return 'atLeast' in row.target
    ? `at least ${amount(row.target.atLeast, row)}`
    : `at most ${amount(row.target.atMost, row)}`;
}

function verdict(row: Row): string {
  const met = isMet(row);
  return met === undefined ? '' : met ? 'ok' : 'MISSED';
}
