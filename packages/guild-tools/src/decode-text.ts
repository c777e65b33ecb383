import { inflateSync } from 'node:zlib';
import { FormatError } from './format-error.ts';

export const MAX_BYTES = 5 * 1024 * 1024;
export const MAX_ROWS = 20_000;
export const MAX_ROW_BYTES = 4 * 1024;

/**
 * Decodes a file: UTF-16 by its byte order mark, else UTF-8, else Windows-1252, which old spreadsheets write. Throws
 * `FormatError` for what is no text.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw tooLarge();
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  const text = mark ? decoded(bytes, mark) : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252'));
  if (text === null || NO_TEXT.test(text)) {
    throw new FormatError('not_text', 'The file is not text. Export it as text or CSV, in UTF-8, and try again.');
  }
  return withoutMark(text);
}

/** Control characters that pictures and archives have, and no export of a tool. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused.
const NO_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Checks a text that was pasted: the same limits, counted in bytes of UTF-8. */
export function checkText(text: string): string {
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge();
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
const notPacked = () =>
  new FormatError(
    'another_format',
    'The packed text is damaged. Copy the whole export again, from its first character to its last.',
  );
