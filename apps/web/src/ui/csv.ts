import { type CsvCell, csvFile } from '@guildhall/contracts/csv.ts';
import { saveFile } from './save-file.ts';

/** Downloads rows, in their order, as a file for spreadsheets. */
export function downloadCsv(name: string, head: readonly string[], rows: Iterable<readonly CsvCell[]>): void {
  saveFile(`${name}.csv`, new Blob([csvFile([head, ...rows])], { type: 'text/csv;charset=utf-8' }));
}
