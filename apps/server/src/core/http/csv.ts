import { type CsvCell, csvFile } from '@guildhall/contracts/csv.ts';
import type { Response } from 'express';

/** Sends a list as a file, to a client that prefers `text/csv` to JSON. The first row names the columns. */
export function sendCsv(res: Response, name: string, rows: CsvCell[][]): void {
  res.attachment(`${name}.csv`).type('text/csv').send(csvFile(rows));
}
