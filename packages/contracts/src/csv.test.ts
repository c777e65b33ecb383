import { expect, test } from 'vitest';
import { csvFile, unguarded } from './csv.ts';

const fileOf = (text: string) =>
  csvFile([[text]])
    .replace('\uFEFF', '')
    .replace(/\r\n$/, '');
/** The text of a quoted cell. */
const read = (cell: string) => unguarded(cell.slice(1, -1).replaceAll('""', '"'));
const SIGNS = [...'=+-@＝＋－＠'];
const BEFORE = ['', ';', '\t', '\n', '\r', '\r\n', ' ', '"', '; ', ';"', "'", ";'", 'a;b;', 'a,'];

test('I-14: every text is quoted; numbers and missing values are not', () => {
  expect(
    csvFile([
      ['name', 'a,"b"'],
      [-1, null, undefined, ''],
    ]),
  ).toBe('\uFEFF"name","a,""b"""\r\n-1,,,""\r\n');
});

test.each(BEFORE.flatMap((before) => SIGNS.map((sign) => `${before}${sign}cmd|' /C calc'!A0`)))(
  'I-14: in %j no cell begins with a formula, whatever separates cells, and programs get the text back',
  (text) => {
    const file = fileOf(`${text};${text}`);
    for (const separator of [',', ';', '\t', '\n', '\r']) {
      // A comma inside of quotes separates nothing.
      const cells = separator === ',' ? [file] : file.split(separator);
      for (const one of cells) expect(one).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
    }
    expect(read(fileOf(text))).toBe(text);
  },
);

test.each(["O'Neill", 'a; b', "'quoted'", 'a-b', '1+1', "it's; 'so'"])('%j stays as it is', (text) => {
  expect(fileOf(text)).toBe(`"${text}"`);
});
