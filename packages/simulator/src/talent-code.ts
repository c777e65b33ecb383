/**
 * The text form of a talent loadout as the game writes it: six bits per character, lowest bit first, no padding. A
 * header of version, specialization and tree hash comes before one record per node of the tree, ordered by id.
 */

type NodeRecord = { selected: boolean; granted: boolean };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const version = 2;

export function talentCode(specId: number, nodes: readonly NodeRecord[]): string {
  // A tree hash of zero tells readers to skip the check.
  const bits = [...bitsOf(version, 8), ...bitsOf(specId, 16), ...bitsOf(0, 128), ...nodes.flatMap(record)];
  let code = '';
  for (let at = 0; at < bits.length; at += 6) {
    const value = bits.slice(at, at + 6).reduce((sum, bit, index) => sum + bit * 2 ** index, 0);
    code += alphabet[value] ?? '';
  }
  return code;
}

/**
 * Bits for selected, purchased, all ranks and no choice. A record ends at the first bit that makes the rest redundant.
 */
function record({ selected, granted }: NodeRecord): number[] {
  if (!selected) return [0];
  return granted ? [1, 0] : [1, 1, 0, 0];
}

const bitsOf = (value: number, width: number) =>
  Array.from({ length: width }, (_, index) => Math.floor(value / 2 ** index) % 2);
