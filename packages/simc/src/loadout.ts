/**
 * The text form of a talent loadout, as the game exports it: six bits per character, lowest bit first both in values
 * and in characters, without padding characters. It looks like Base64 but is not. After a header of version (8 bits),
 * specialization (16) and tree hash (128) comes one record for every node of the whole class tree, ordered by node id.
 * The text does not name nodes, and each record marks its own end, so everything except the meaning of a node can be
 * read without game data. Sources: `Blizzard_ClassTalentImportExport.lua` and `ExportUtil.lua` of the game's interface,
 * `engine/player/player.cpp` of SimulationCraft.
 */
import { classToken, specializationOf } from './tokens.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
const BITS = 6;

/** Version 1 predates patch 11.0; nothing reads it any more. */
const VERSION = 2;
const HEADER_BITS = 8 + 16 + 128;
/** 26 characters hold a header and no nodes. */
const SHORTEST = Math.ceil(HEADER_BITS / BITS);
/** The largest tree has about 250 nodes of at most 12 bits, so no real code is half this long. */
const LONGEST = 1000;

/**
 * The selection at one node. `granted` costs no point. `ranks` is null when all ranks are bought; `choice` is the index
 * of the chosen option where a node offers several.
 */
export type LoadoutNode =
  | { selected: false }
  | { selected: true; granted: true }
  | { selected: true; granted: false; ranks: number | null; choice: number | null };

export type Loadout = {
  version: number;
  specId: number;
  /** 32 hexadecimal digits; all zero when the code does not name the state of the tree it was made for. */
  treeHash: string;
  /**
   * Ordered by node id. Up to five at the end may be padding of the last character; they have `selected: false`, as
   * does every node that a shorter code leaves out.
   */
  nodes: LoadoutNode[];
};

export type LoadoutReason =
  | 'too_short'
  | 'too_long'
  | 'invalid_character'
  | 'unsupported_version'
  | 'unknown_specialization'
  | 'other_class'
  | 'truncated'
  | 'malformed_node';

/** `message` is one sentence for a person and quotes nothing from the code. */
export type LoadoutRefusal = { ok: false; reason: LoadoutReason; message: string };
export type DecodedLoadout = { ok: true; loadout: Loadout } | LoadoutRefusal;

/**
 * Reads a loadout code and checks everything that can be checked without the tree: alphabet, length, version, that the
 * specialization exists, and that every record is complete. Never throws.
 */
export function decodeLoadout(code: string): DecodedLoadout {
  const values = valuesOf(code);
  if (!Array.isArray(values)) return values;
  const bits = readerOf(values);
  const version = bits.take(8);
  if (version !== VERSION) {
    return refused(
      'unsupported_version',
      `The talent loadout code has version ${version}; the game writes ${VERSION} since patch 11.0.`,
    );
  }
  const specId = bits.take(16);
  if (!specializationOf(specId)) {
    return refused('unknown_specialization', `The talent loadout code is of an unknown specialization (${specId}).`);
  }
  const treeHash = Array.from({ length: 16 }, () => bits.take(8).toString(16).padStart(2, '0')).join('');
  const nodes: LoadoutNode[] = [];
  while (bits.left() > 0) {
    const node = nodeFrom(bits);
    // The game writes whole records only, so a code that ends inside a record was cut off.
    if (bits.left() < 0) return refused('truncated', 'The talent loadout code has lost its end.');
    if (node.selected && !node.granted && node.ranks === 0) {
      return refused('malformed_node', 'The talent loadout code selects a talent with no rank.');
    }
    nodes.push(node);
  }
  return { ok: true, loadout: { version, specId, treeHash, nodes } };
}

/**
 * Like `decodeLoadout`, and also requires the specialization to belong to the class (a platform id): SimulationCraft
 * refuses a profile whose `spec=` does not match its talents.
 */
export function loadoutOfClass(code: string, classId: number): DecodedLoadout {
  const decoded = decodeLoadout(code);
  if (!decoded.ok) return decoded;
  const specialization = specializationOf(decoded.loadout.specId);
  if (specialization?.classId === classId) return decoded;
  const name = specialization ? `${specialization.name} (${classToken(specialization.classId)})` : 'another class';
  return refused('other_class', `The talent loadout code is of ${name}, which this character cannot be.`);
}

function valuesOf(code: string): number[] | LoadoutRefusal {
  if (code.length > LONGEST) return refused('too_long', `A talent loadout code has at most ${LONGEST} characters.`);
  const values: number[] = [];
  for (const character of code) {
    const value = VALUES.get(character);
    if (value === undefined) {
      return refused(
        'invalid_character',
        'A talent loadout code consists of letters without accents, digits, + and / alone.',
      );
    }
    values.push(value);
  }
  if (values.length >= SHORTEST) return values;
  return refused('too_short', `A talent loadout code has at least ${SHORTEST} characters.`);
}

const refused = (reason: LoadoutReason, message: string): LoadoutRefusal => ({ ok: false, reason, message });

type Bits = { take(width: number): number; left(): number };

/** Reading past the end gives zeros and makes `left` negative. */
function readerOf(values: number[]): Bits {
  let position = 0;
  const next = () => {
    const value = values[Math.floor(position / BITS)] ?? 0;
    const bit = (value >> (position % BITS)) & 1;
    position += 1;
    return bit;
  };
  return {
    take(width) {
      let value = 0;
      for (let place = 0; place < width; place += 1) value += next() * 2 ** place;
      return value;
    },
    left: () => values.length * BITS - position,
  };
}

function nodeFrom(bits: Bits): LoadoutNode {
  if (bits.take(1) === 0) return { selected: false };
  if (bits.take(1) === 0) return { selected: true, granted: true };
  const ranks = bits.take(1) === 1 ? bits.take(6) : null;
  const choice = bits.take(1) === 1 ? bits.take(2) : null;
  return { selected: true, granted: false, ranks, choice };
}
