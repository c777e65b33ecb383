/** Reads a line-up that was copied out, by any of its formats. Pure: text in, names or a `FormatError` out. */

import { inflateRawSync } from 'node:zlib';
import type { LineupFormat } from '@guildhall/contracts/lineup.ts';
import { cleanName } from '@guildhall/contracts/name.ts';
import { checkText, MAX_BYTES } from '@guildhall/guild-tools/decode-text.ts';
import { splitRealm } from '@guildhall/guild-tools/fold.ts';
import { FormatError } from '@guildhall/guild-tools/format-error.ts';
import { readLua } from '@guildhall/guild-tools/lua.ts';
import { readTable } from '@guildhall/guild-tools/table.ts';
import { GROUP_SIZE, GROUPS } from './format-lineup.ts';
import { printDecode } from './print-encoding.ts';

/** A realm of null is the realm of the reader. */
type NamedCharacter = { name: string; realm: string | null };

/** `positions` are the 40 of a raid for formats that have them, else the characters one after another. */
export type ReadLineup = { format: LineupFormat; positions: (NamedCharacter | null)[] };

export function readLineup(text: string): ReadLineup {
  const checked = checkText(text).trim();
  const format = formatOf(checked);
  const positions = READERS[format](checked);
  if (positions.length > GROUPS * GROUP_SIZE) throw damaged('names more than 40 characters');
  return { format, positions };
}

type Positions = ReadLineup['positions'];

function formatOf(text: string): LineupFormat {
  if (/^(?:MRT|EXRT)RGR/.test(text)) return 'mrt';
  if (/^invitelist:/m.test(text)) return 'nsrt';
  if (/^\/inv/.test(text)) return 'macro';
  if (/^[1-9]:/.test(text)) return 'gargul';
  if (/^(?:#.*\n)?G1\t/.test(text)) return 'sheet';
  return /^"?group"?,/.test(text) ? 'csv' : 'names';
}

const READERS: Record<LineupFormat, (text: string) => Positions> = {
  nsrt: (text) => (/^invitelist:(.*)$/m.exec(text)?.[1] ?? '').split(/[,;]/).map(named),
  names: (text) =>
    text
      .split(';')
      .map(named)
      .filter((one) => one !== null),
  mrt: readMrt,
  gargul: readGargul,
  macro: (text) => Array.from(text.matchAll(/^\/inv(?:ite)?\s+(\S+)\s*$/gm), ([, name = '']) => named(name)),
  csv: readCsv,
  sheet: readSheet,
};

function named(text: string): NamedCharacter | null {
  const clean = cleanName(text);
  return clean === '' ? null : splitRealm(clean);
}

function readMrt(text: string): Positions {
  const [, packed, printed = ''] = /^(?:MRT|EXRT)RGR([01])(\S*)$/.exec(text) ?? [];
  const bytes = printDecode(printed);
  if (packed === undefined || bytes === null) throw damaged('is cut or has other characters in it');
  const table = /^0,(\{[\s\S]*\})$/.exec((packed === '1' ? inflated(bytes) : bytes).toString('utf8'))?.[1];
  const groups = table === undefined ? null : readLua(`groups=${table}`).get('groups');
  if (!(groups instanceof Map)) throw damaged('holds no groups');
  const positions = fortyFree();
  for (const [key, name] of groups) put(positions, Number(key) - 1, typeof name === 'string' ? named(name) : null);
  return positions;
}

/** Inflates at most 5 MB, whatever a bomb promises. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw new FormatError('too_large', 'The packed line-up has more than 5 MB.');
    throw damaged('is cut');
  }
}

/** The ninth line repeats the tanks. */
function readGargul(text: string): Positions {
  const positions = fortyFree();
  for (const [, group, names = ''] of text.matchAll(/^([1-8]):(.*)$/gm)) {
    for (const [position, name] of names.split(',').entries()) {
      putInGroup(positions, Number(group), position, named(name));
    }
  }
  return positions;
}

function readCsv(text: string): Positions {
  const positions = fortyFree();
  for (const { cells } of readTable(text).rows.slice(1)) {
    const [group, position, name = '', realm = ''] = cells.map(cleanName);
    putInGroup(positions, Number(group), Number(position) - 1, { name, realm: realm === '' ? null : realm });
  }
  return positions;
}

function readSheet(text: string): Positions {
  const positions = fortyFree();
  const [, ...rows] = text.split('\n').filter((line) => !line.startsWith('#'));
  for (const [position, row] of rows.entries()) {
    for (const [group, name] of row.split('\t').entries()) putInGroup(positions, group + 1, position, named(name));
  }
  return positions;
}

const fortyFree = (): Positions => Array.from({ length: GROUPS * GROUP_SIZE }, () => null);

function putInGroup(positions: Positions, group: number, position: number, one: NamedCharacter | null): void {
  if (one && !(position >= 0 && position < GROUP_SIZE)) throw damaged('has more than five characters in a group');
  put(positions, (group - 1) * GROUP_SIZE + position, one);
}

function put(positions: Positions, index: number, one: NamedCharacter | null): void {
  if (one === null) return;
  if (!Number.isInteger(index) || index < 0 || index >= positions.length) throw damaged('has more than 40 positions');
  positions[index] = one;
}

const damaged = (problem: string) =>
  new FormatError('another_format', `The line-up ${problem}. Copy it again, from its first character to its last.`);
