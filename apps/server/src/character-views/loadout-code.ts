/**
 * The head of a talent loadout code: six bits a character, the lowest first; version in 8 bits, then the specialization
 * in 16. The game refuses a code that is of another specialization than the one that is played.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODE = /^[A-Za-z0-9+/]{26,}$/;
const VERSION = 2;

/** The code when it can be imported for that specialization, else null. */
export function codeFor(specId: number, code: string | null): string | null {
  if (!code || !CODE.test(code)) return null;
  const head = [...code.slice(0, 4)].reduce((sum, letter, index) => sum + ALPHABET.indexOf(letter) * 64 ** index, 0);
  return head % 256 === VERSION && Math.floor(head / 256) === specId ? code : null;
}
