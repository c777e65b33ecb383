/** Writes a line-up as other tools take it. Characters that the game could not invite are left out, and named. */
import { deflateRawSync } from 'node:zlib';
import { csvFile } from '@guildhall/contracts/csv.ts';
import type { LineupFormat } from '@guildhall/contracts/lineup.ts';
import {
  type FormatCharacter,
  type FormatLineup,
  GROUP_SIZE,
  GROUPS,
  type LeftOut,
  positionsOf,
  realmSuffix,
  whyLeftOut,
} from './format-lineup.ts';
import { printEncode } from './print-encoding.ts';

export type WrittenLineup = { text: string; leftOut: LeftOut[] };

export function writeLineup(format: LineupFormat, lineup: FormatLineup): WrittenLineup {
  const leftOut: LeftOut[] = [];
  const positions = positionsOf(lineup).map((character) => {
    const why = character && whyLeftOut(lineup, character);
    if (!character || !why || (why === 'name' && format === 'csv')) return character;
    leftOut.push({ name: character.name, realm: character.realm, why });
    return null;
  });
  return { text: WRITERS[format](positions, lineup), leftOut };
}

type Positions = readonly (FormatCharacter | null)[];

const WRITERS: Record<LineupFormat, (positions: Positions, lineup: FormatLineup) => string> = {
  nsrt: (positions, lineup) =>
    `invitelist:${withoutEnd(positions)
      .map((one) => (one ? full(one, lineup) : ''))
      .join(',')}`,
  names: (positions, lineup) =>
    present(positions)
      .map((one) => full(one, lineup))
      .join(';'),
  mrt: writeMrt,
  gargul: writeGargul,
  macro: writeMacro,
  csv: writeCsv,
  sheet: writeSheet,
};

const present = (positions: Positions) => positions.filter((one) => one !== null);

/** Commas count positions, so those behind the last character say nothing. */
const withoutEnd = (positions: Positions) => positions.slice(0, positions.findLastIndex((one) => one !== null) + 1);

/** `Name-Realm`, which the leader of any realm can invite. */
function full({ name, realm }: FormatCharacter, lineup: FormatLineup): string {
  const known = realm ?? lineup.realm;
  return known === null ? name : `${name}-${realmSuffix(known)}`;
}

/** As the game names people in a raid: without the realm that is one's own. */
function short(character: FormatCharacter, lineup: FormatLineup): string {
  const own = lineup.realm === null ? null : realmSuffix(lineup.realm);
  const { name, realm } = character;
  return realm === null || realmSuffix(realm) === own ? name : full(character, lineup);
}

/** A table of Lua as the addon writes it: positions up to the first gap, then keys. */
function writeMrt(positions: Positions, lineup: FormatLineup): string {
  const gap = positions.indexOf(null);
  const entries = positions.flatMap((one, index) => {
    if (one === null) return [];
    const name = `"${short(one, lineup)}"`;
    return [gap >= 0 && index > gap ? `[${index + 1}]=${name}` : name];
  });
  return `MRTRGR1${printEncode(deflateRawSync(Buffer.from(`0,{${entries.join(',')}}`)))}`;
}

/** The ninth line says who tanks. */
function writeGargul(positions: Positions, lineup: FormatLineup): string {
  const tanks = positions.filter((one) => one?.role === 'tank');
  return [...inGroups(positions), tanks]
    .flatMap((group, index) => {
      const names = present(group).map((one) => short(one, lineup));
      return names.length > 0 ? [`${index + 1}:${names.join(',')}`] : [];
    })
    .join('\n');
}

const inGroups = (positions: Positions): Positions[] =>
  Array.from({ length: GROUPS }, (_, group) => positions.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE));

/** The game takes 255 bytes in one macro, so an empty line begins the next. */
const MACRO_BYTES = 255;

function writeMacro(positions: Positions, lineup: FormatLineup): string {
  const macros: string[] = [];
  for (const one of present(positions)) {
    const line = `/invite ${full(one, lineup)}`;
    const longer = `${macros.at(-1) ?? ''}\n${line}`;
    if (macros.length > 0 && Buffer.byteLength(longer) <= MACRO_BYTES) macros[macros.length - 1] = longer;
    else macros.push(line);
  }
  return macros.join('\n\n');
}

function writeCsv(positions: Positions): string {
  const rows = positions.flatMap((one, index) =>
    one
      ? [[Math.floor(index / GROUP_SIZE) + 1, (index % GROUP_SIZE) + 1, one.name, one.realm, one.className, one.role]]
      : [],
  );
  return csvFile([['group', 'position', 'name', 'realm', 'class', 'role'], ...rows]);
}

/** Groups side by side, with tabs between them, as a spreadsheet takes them. */
function writeSheet(positions: Positions, lineup: FormatLineup): string {
  const groups = inGroups(positions);
  const rows = Array.from({ length: GROUP_SIZE }, (_, row) =>
    groups.map((group) => {
      const one = group[row];
      return one ? short(one, lineup) : '';
    }),
  );
  const headings = groups.map((_, group) => `G${group + 1}`);
  const title = `# ${lineup.title.replaceAll(/\s+/g, ' ')}`;
  return [title, ...[headings, ...rows].map((cells) => cells.join('\t'))].join('\n');
}
