import { unguarded } from '@guildhall/contracts/csv.ts';

/**
 * `=HYPERLINK("address","text")`, as spreadsheets and addons write it, becomes its text, and a text that was kept from being a
 * formula is as it was before. All else stays.
 */
export function plainCell(cell: string): string {
  const [, text] = /^=HYPERLINK\(\s*"(?:[^"]|"")*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)$/i.exec(cell.trim()) ?? [];
  return text === undefined ? unguarded(cell) : text.replaceAll('""', '"');
}
