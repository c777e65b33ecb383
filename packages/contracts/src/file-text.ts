/** The text of a file that people choose. The service and its client read it alike. */

export type FileText = { text: string } | { text: null; why: 'not_text' | 'another_encoding' };

/** UTF-16 by its byte order mark, else UTF-8, else Windows-1252, which old spreadsheets write. The mark is left out. */
export function textOfFile(bytes: Uint8Array): FileText {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  const text = decoded(bytes, mark ?? 'utf-8');
  if (text !== null) return isNoText(text) ? { text: null, why: 'not_text' } : { text };
  const old = mark ? null : decoded(bytes, 'windows-1252');
  if (old === null || isNoText(old)) return { text: null, why: 'not_text' };
  return OTHER.test(old) ? { text: null, why: 'another_encoding' } : { text: old };
}

/** Control characters that pictures and archives have, and no export of a tool. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused.
const NO_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

export const isNoText = (text: string): boolean => NO_TEXT.test(text);

/**
 * Languages of Windows-1252 have hardly three letters beyond ASCII in a row; a word of Windows-1251 that is read so consists of
 * nothing else. Or letters that Windows-1252 does not have.
 */
const OTHER = /[\u00a8\u00aa\u00b5\u00b8\u00ba\u00c0-\u00ffŒœŠšŽžŸƒ]{3}|[\u0081\u008d\u008f\u0090\u009d]/;

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
