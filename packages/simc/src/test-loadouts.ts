/** Loadout codes for tests, written bit by bit as the game does. */
import type { Loadout, LoadoutNode } from './loadout.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function loadoutCode({
  version = 2,
  specId = 259,
  treeHash = '0'.repeat(32),
  nodes = [],
}: Partial<Loadout>): string {
  const hash = (treeHash.match(/../g) ?? []).flatMap((byte) => bitsOf(Number.parseInt(byte, 16), 8));
  const bits = [...bitsOf(version, 8), ...bitsOf(specId, 16), ...hash, ...nodes.flatMap(record)];
  const characters = Array.from({ length: Math.ceil(bits.length / 6) }, (_, index) =>
    bits.slice(index * 6, index * 6 + 6),
  );
  return characters.map((six) => ALPHABET[six.reduce((sum, bit, place) => sum + bit * 2 ** place, 0)]).join('');
}

function record(node: LoadoutNode): number[] {
  if (!node.selected) return [0];
  if (node.granted) return [1, 0];
  const { ranks, choice } = node;
  return [
    ...[1, 1],
    ...(ranks === null ? [0] : [1, ...bitsOf(ranks, 6)]),
    ...(choice === null ? [0] : [1, ...bitsOf(choice, 2)]),
  ];
}

const bitsOf = (value: number, width: number) =>
  Array.from({ length: width }, (_, place) => Math.floor(value / 2 ** place) % 2);
