import { inflateSync } from 'node:zlib';
import { isNoText, textOfFile } from '@guildhall/contracts/file-text.ts';
import { FormatError } from './format-error.ts';

export const MAX_BYTES = 5 * 1024 * 1024;
export const MAX_ROWS = 20_000;
export const MAX_ROW_BYTES = 4 * 1024;

/** Decodes a file. Throws `FormatError` for what is no text, and for one whose encoding cannot be told. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw tooLarge();
  const read = textOfFile(bytes);
  if (read.text === null) throw read.why === 'not_text' ? notText() : anotherEncoding();
  return withoutMark(read.text);
}

/** Checks a text that was pasted or decoded: the same limits, counted in bytes of UTF-8. Throws `FormatError`. */
export function checkText(text: string): string {
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge();
  if (isNoText(text)) throw notText();
  return withoutMark(text);
}

/** A pasted text, which addons and sites may hand out packed: one word in base64. Throws `FormatError`. */
export function openText(text: string): string {
  const checked = checkText(text);
  return isPacked(checked.trim()) ? unpack(checked.trim()) : checked;
}

/** zlib's header, in base64, begins with `eJ`, `eN`, `eA` or `eF`, by its level. */
const isPacked = (text: string) => /^e[JNAF][A-Za-z0-9+/]{20,}={0,2}$/.test(text);

/** Inflates at most 5 MB, whatever a bomb promises. */
function unpack(packed: string): string {
  const bytes = Buffer.from(packed, 'base64');
  let text: Buffer;
  try {
    text = inflateSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw notPacked();
  }
  return decodeText(text);
}

/** Refuses what has too many rows, or one that is too long. `lineOf` says where a row stands. */
export function checkRows<T>(rows: readonly T[], textOf: (row: T) => string, lineOf: (row: T) => number): void {
  if (rows.length > MAX_ROWS) {
    throw new FormatError('too_many_rows', `More than ${MAX_ROWS} rows. Bring them in by parts.`);
  }
  const long = rows.find((row) => Buffer.byteLength(textOf(row)) > MAX_ROW_BYTES);
  if (long !== undefined) {
    const line = lineOf(long);
    throw new FormatError('row_too_long', `Line ${line} has more than 4 kB. Shorten it.`, { line });
  }
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');
const tooLarge = () => new FormatError('too_large', 'More than 5 MB. Bring the file in by parts.');
const notText = () =>
  new FormatError('not_text', 'The file is not text. Export it as text or CSV, in UTF-8, and try again.');
const anotherEncoding = () =>
  new FormatError(
    'another_encoding',
    'The file is in an older encoding, such as Windows-1251. Save it as UTF-8 (in Excel as "CSV UTF-8"), and try again.',
  );
const notPacked = () =>
  new FormatError(
    'another_format',
    'The packed text is damaged. Copy the whole export again, from its first character to its last.',
  );
