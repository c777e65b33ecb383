export type Cell = string | number | null | undefined;

/** Downloads rows, in their order, as a file for spreadsheets. */
export function downloadCsv(name: string, head: readonly string[], rows: Iterable<readonly Cell[]>): void {
  const text = [head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
  // Spreadsheets read a file as UTF-8 only if it starts with the byte order mark.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Quotes a value and prevents formulas: people choose the names of ranks and characters. */
function quoted(value: Cell): string {
  const text = String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
