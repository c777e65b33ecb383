/**
 * The text form of a talent loadout, as the game writes it: bits in six to a character, the lowest first, no padding. A
 * header of version, specialization and tree, then a record for every node of the tree in the order of their ids.
 */

type NodeRecord = { selected: boolean; granted: boolean };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const version = 2;

export function talentCode(specId: number, nodes: readonly NodeRecord[]): string {
  // A tree hash of zero means that nobody has to check it.
  const bits = [...bitsOf(version, 8), ...bitsOf(specId, 16), ...bitsOf(0, 128), ...nodes.flatMap(record)];
  let code = '';
  for (let at = 0; at < bits.length; at += 6) {
    const value = bits.slice(at, at + 6).reduce((sum, bit, index) => sum + bit * 2 ** index, 0);
    code += alphabet[value] ?? '';
  }
  return code;
}

/** Selected, purchased, all ranks, no choice. A record ends with the first that says all there is to say. */
function record({ selected, granted }: NodeRecord): number[] {
  if (!selected) return [0];
  return granted ? [1, 0] : [1, 1, 0, 0];
}

const bitsOf = (value: number, width: number) =>
  Array.from({ length: width }, (_, index) => Math.floor(value / 2 ** index) % 2);
