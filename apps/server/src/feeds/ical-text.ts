/** Writes iCalendar (RFC 5545): content lines of at most 75 octets, and their values. */

const MAX_OCTETS = 75;

/** A content line, folded when too long but never within a character. `value` is written verbatim. */
export function contentLine(name: string, value: string): string {
  let folded = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const length = Buffer.byteLength(character);
    if (octets + length > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return `${folded}\r\n`;
}

const CONTROLS = /(?!\n)\p{Cc}/gu;

/** A value of type TEXT. */
export function escapedText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(CONTROLS, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** `2026-12-01T20:00:00.000Z` as `20261201T200000Z`. */
export const utcTime = (instant: Date) => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
