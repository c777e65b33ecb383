/** Lists as files for spreadsheets, for whoever prefers `text/csv` to JSON. */
import type { Response } from 'express';

type Cell = string | number | null | undefined;

/** The first row names the columns. */
export function sendCsv(res: Response, name: string, rows: Cell[][]): void {
  res.attachment(`${name}.csv`).type('text/csv');
  // Spreadsheets read a file as UTF-8 only with the mark in front.
  res.send(`\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`);
}

/** Quoted, and never a formula: names of ranks and people are theirs to choose. */
function cellText(value: Cell): string {
  const text = String(value ?? '');
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
