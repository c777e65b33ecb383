import { type CsvCell, csvFile } from '@guildhall/contracts/csv.ts';

/** Downloads rows, in their order, as a file for spreadsheets. */
export function downloadCsv(name: string, head: readonly string[], rows: Iterable<readonly CsvCell[]>): void {
  const url = URL.createObjectURL(new Blob([csvFile([head, ...rows])], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
