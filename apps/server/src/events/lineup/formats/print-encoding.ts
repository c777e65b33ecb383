/** The encoding in which addons print bytes into a box of the game: 64 characters, lowest bits first, no padding. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789()';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));

export function printEncode(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held |= byte << bits;
    for (bits += 8; bits >= 6; bits -= 6) {
      text += ALPHABET.charAt(held & 63);
      held >>= 6;
    }
  }
  return bits > 0 ? text + ALPHABET.charAt(held) : text;
}

/** Null where a character is none of the encoding. */
export function printDecode(text: string): Buffer | null {
  const bytes = Buffer.alloc(Math.floor((text.length * 6) / 8));
  let at = 0;
  let held = 0;
  let bits = 0;
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) return null;
    held |= value << bits;
    bits += 6;
    if (bits < 8) continue;
    bytes[at] = held & 255;
    at += 1;
    held >>= 8;
    bits -= 8;
  }
  return bytes;
}
