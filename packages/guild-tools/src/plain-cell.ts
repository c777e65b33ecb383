/** `=HYPERLINK("address","text")`, as spreadsheets and addons write it, becomes its text. All else stays. */
export function plainCell(cell: string): string {
  const [, text] = /^=HYPERLINK\(\s*"(?:[^"]|"")*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)$/i.exec(cell.trim()) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}
