/**
 * Reads the notes of two addons of the game, line by line, to find whom a line concerns. Nothing of a note is ever written
 * from what is read here: what is not understood stays as it is.
 *
 * NSRT: `time:18;ph:1;tag:Brynhild;text:Shield Wall;`, whose tag has names, roles, groups, ids of classes and specs.
 * MRT: prose with `{time:0:18,p2}`, `{p:Brynhild}…{/p}`, `{T}…{/T}`, and names in the colours of their classes.
 */
import type { EventRole } from '@guildhall/contracts/event.ts';
import type { JobReason, JobView, PlanNoteFormat } from '@guildhall/contracts/plan-note.ts';
import { fold, splitRealm } from '@guildhall/guild-tools/fold.ts';
import { classWord } from '@guildhall/guild-tools/rows.ts';

/** A raider whom lines may concern. */
export type Asker = {
  characters: { name: string; realm: string | null }[];
  role: EventRole | null;
  group: number | null;
  classId: number | null;
  specId: number | null;
};

type Address =
  | { by: 'everyone' }
  | { by: 'name'; name: string; realm: string | null }
  | { by: 'role'; roles: EventRole[] }
  | { by: 'position'; position: 'melee' | 'ranged' }
  | { by: 'group'; groups: number[] }
  | { by: 'class'; classId: number }
  | { by: 'spec'; specId: number };

export type PlanLine = {
  number: number;
  seconds: number | null;
  phase: number | null;
  text: string;
  spellId: number | null;
  addresses: Address[];
  /** The words of a line of prose, in which a name may stand anywhere. */
  words: string[];
};

export type ReadPlan = { format: PlanNoteFormat; lines: PlanLine[] };

export function readPlan(text: string): ReadPlan {
  const shown = text.split('\n');
  const conditions = conditionsOf(shown);
  let format: PlanNoteFormat = 'text';
  const lines = shown.map((line, index): PlanLine => {
    const header = HEADER.test(line);
    const reminder = header ? null : readReminder(line);
    if (header || reminder) format = 'nsrt';
    else if (format === 'text' && MRT_MARKUP.test(line)) format = 'mrt';
    return { number: index + 1, ...(reminder ?? readProse(header ? '' : line, conditions[index] ?? [])) };
  });
  return { format, lines };
}

type Read = Omit<PlanLine, 'number'>;

const HEADER = /^\s*EncounterID:\d/i;

/** A line of NSRT: null for what lacks a time, a tag or something to do. */
function readReminder(line: string): Read | null {
  const fields = new Map<string, string>();
  for (const field of line.split(';')) {
    const at = field.indexOf(':');
    const key = field.slice(0, at).trim().toLowerCase();
    if (at > 0 && !fields.has(key)) fields.set(key, field.slice(at + 1).trim());
  }
  const tag = fields.get('tag');
  const seconds = numberIn(fields.get('time'), /^\d{1,6}(?:\.\d{1,3})?$/);
  const spellId = numberIn(fields.get('spellid'), /^\d{1,9}$/);
  const text = withoutMarkup(fields.get('text') ?? '');
  if (tag === undefined || seconds === null || (text === '' && spellId === null)) return null;
  const addresses = withoutColours(tag)
    .split(/[\s,]+/)
    .filter((token) => token !== '')
    .map(addressOf);
  return { seconds, phase: numberIn(fields.get('ph'), /^\d{1,3}$/) ?? 1, text, spellId, addresses, words: [] };
}

function numberIn(text: string | undefined, pattern: RegExp): number | null {
  return text !== undefined && pattern.test(text) ? Number(text) : null;
}

const ROLE_WORDS = new Map<string, EventRole[]>([
  ['tank', ['tank']],
  ['healer', ['healer']],
  ['damager', ['melee', 'ranged']],
]);
/** In the order of the game's ids, from 1. */
const CLASSES = [
  ...['warrior', 'paladin', 'hunter', 'rogue', 'priest', 'deathknight', 'shaman'],
  ...['mage', 'warlock', 'monk', 'druid', 'demonhunter', 'evoker'],
];

const classIdOf = (word: string) => CLASSES.indexOf(classWord(word) ?? '') + 1;

function addressOf(token: string): Address {
  const word = token.toLowerCase();
  const roles = ROLE_WORDS.get(word);
  if (word === 'everyone') return { by: 'everyone' };
  if (roles) return { by: 'role', roles };
  if (word === 'melee' || word === 'ranged') return { by: 'position', position: word };
  const group = /^group([1-8])$/.exec(word)?.[1];
  if (group !== undefined) return { by: 'group', groups: [Number(group)] };
  if (/^\d{1,6}$/.test(word)) {
    const id = Number(word);
    return id <= CLASSES.length ? { by: 'class', classId: id } : { by: 'spec', specId: id };
  }
  const classId = classIdOf(word);
  return classId > 0 ? { by: 'class', classId } : { by: 'name', ...splitRealm(token) };
}

const COLOURED = /\|{1,2}c[0-9a-f]{2}([0-9a-f]{6})([^|]{0,60})\|{1,2}r/gi;
const COLOURS = /\|{1,2}c[0-9a-f]{8}|\|{1,2}r/gi;
const MRT_MARKUP = /\|{1,2}c[0-9a-f]{8}|\{[^{}]{1,60}\}/i;
const TIME = /\{time:(\d{1,3}):(\d{2})(?:,[^{}]{0,60})?\}/i;
const PHASE = /\{time:[^{}]{0,20},p(\d{1,2})[^{}]{0,40}\}/i;
const SPELL = /\{spell:(\d{1,9})\}/i;
const TOKENS = /\{[^{}]{1,200}\}/g;
/** `{p:A,B}`, `{C:PALADIN}`, `{G1}`, `{T}`, `{H}`, `{D}` and what closes them. `{p2}` is a phase, `{!p:A}` all others. */
const CONDITION = /\{(\/?)(?:([pc]):([^{}]{1,200})|(g)([1-8]{1,8})|([thdpcg]))\}/gi;

const withoutColours = (text: string) => text.replaceAll(COLOURS, '');
/** Without colours and what addons act on. Raid markers stay, in one spelling, because a job may be about them. */
const withoutMarkup = (text: string) =>
  withoutColours(text).replaceAll(TOKENS, markerIn).replaceAll(/\s+/g, ' ').trim();

/** As `{rt1}` to `{rt8}` number them. */
const MARKERS = ['star', 'circle', 'diamond', 'triangle', 'moon', 'square', 'cross', 'skull'];

function markerIn(token: string): string {
  const word = token.slice(1, -1).toLowerCase();
  const number = /^rt([1-8])$/.exec(word)?.[1];
  const marker = number === undefined ? word : MARKERS[Number(number) - 1];
  if (marker === 'x') return '{cross}';
  return marker !== undefined && MARKERS.includes(marker) ? `{${marker}}` : '';
}

/** Deeper ones are ignored: no note needs them. */
const MAX_DEPTH = 20;

/** For each line, whom the conditions around it or in it show it to. One that is never closed means its own line. */
function conditionsOf(lines: readonly string[]): Address[][] {
  const found: Address[][] = lines.map(() => []);
  const open: { kind: string; addresses: Address[]; from: number }[] = [];
  for (const [index, line] of lines.entries()) {
    for (const [, closes, list, names = '', group, groups = '', single] of line.matchAll(CONDITION)) {
      const kind = (list ?? group ?? single ?? '').toLowerCase();
      const addresses = closes ? [] : conditionOf(kind, names, groups);
      if (closes) {
        const at = open.findLastIndex((condition) => condition.kind === kind);
        const [closed] = at < 0 ? [] : open.splice(at, 1);
        if (closed) for (let to = closed.from + 1; to <= index; to += 1) found[to]?.push(...closed.addresses);
      } else if (addresses.length > 0) {
        found[index]?.push(...addresses);
        if (open.length < MAX_DEPTH) open.push({ kind, addresses, from: index });
      }
    }
  }
  return found;
}

/** A line of prose. */
function readProse(line: string, conditions: readonly Address[]): Read {
  const addresses = [...conditions];
  for (const [, colour = '', inside = ''] of line.matchAll(COLOURED)) {
    if (CLASS_COLOURS.has(colour.toLowerCase()) && NAME.test(inside.trim())) {
      addresses.push({ by: 'name', ...splitRealm(inside) });
    }
  }
  const [, minutes, seconds] = TIME.exec(line) ?? [];
  const shown = withoutMarkup(line);
  return {
    seconds: minutes === undefined ? null : Number(minutes) * 60 + Number(seconds),
    phase: numberIn(PHASE.exec(line)?.[1], /^\d+$/),
    text: shown,
    spellId: numberIn(SPELL.exec(line)?.[1], /^\d+$/),
    addresses,
    words: shown.replaceAll(TOKENS, ' ').match(/[\p{L}\p{M}]+/gu) ?? [],
  };
}

function conditionOf(kind: string, names: string, groups: string): Address[] {
  switch (kind) {
    case 't':
      return [{ by: 'role', roles: ['tank'] }];
    case 'h':
      return [{ by: 'role', roles: ['healer'] }];
    case 'd':
      return [{ by: 'role', roles: ['melee', 'ranged'] }];
    case 'g':
      return groups === '' ? [] : [{ by: 'group', groups: [...groups].map(Number) }];
    case 'p':
      return listed(names).map((name) => ({ by: 'name', ...splitRealm(withoutColours(name)) }));
    case 'c':
      return listed(names).flatMap((name) => {
        const classId = classIdOf(name);
        return classId > 0 ? [{ by: 'class', classId }] : [];
      });
    default:
      return [];
  }
}

const listed = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const NAME = /^[\p{L}\p{M}]{2,24}(?:-[^\s|]{2,36})?$/u;

/** As the game and its addons have coloured names, over the years. */
const CLASS_COLOURS = new Set(
  `c79c6e c69b6d c69b6c f58cba f48cba abd473 aad372 fff569 fff468 ffffff c41f3b c41e3a 0070de 0070dd 69ccf0 40c7eb 3fc7eb
   9482c9 8787ed 8788ee 00ff96 00ff98 ff7d0a ff7c0a a330c9 33937f`.split(/\s+/),
);

/** The lines of a note that concern a raider, and why. A line of prose concerns the raiders whom it names. */
export function jobsOf(lines: readonly PlanLine[], asker: Asker): JobView[] {
  const names = new Set(asker.characters.map(({ name }) => fold(name)));
  return lines.flatMap(({ number, addresses, words, ...line }) => {
    if (line.text === '' && line.spellId === null) return [];
    const because = words.some((word) => names.has(fold(word))) ? 'name' : reasonOf(addresses, asker);
    return because ? [{ line: number, ...line, because }] : [];
  });
}

function reasonOf(addresses: readonly Address[], asker: Asker): JobReason | null {
  const met = addresses.filter((address) => concerns(address, asker));
  const reasons = met.map(({ by }) => (by === 'position' ? 'role' : by));
  return REASONS.find((reason) => reasons.includes(reason)) ?? null;
}

/** The closest reason counts. */
const REASONS: JobReason[] = ['name', 'spec', 'class', 'group', 'role', 'everyone'];

function concerns(address: Address, { characters, role, group, classId, specId }: Asker): boolean {
  switch (address.by) {
    case 'everyone':
      return true;
    case 'name':
      return characters.some((own) => isSame(own, address));
    case 'role':
      return role !== null && address.roles.includes(role);
    case 'position':
      return positionOf(role, specId) === address.position;
    case 'group':
      return group !== null && address.groups.includes(group);
    case 'class':
      return classId === address.classId;
    case 'spec':
      return specId === address.specId;
  }
}

type Named = { name: string; realm: string | null };
const isSame = (own: Named, other: Named) =>
  fold(own.name) === fold(other.name) &&
  (own.realm === null || other.realm === null || fold(own.realm) === fold(other.realm));

/** Healers who stand in melee: holy paladins and mistweavers. */
const MELEE_HEALERS = [65, 270];

function positionOf(role: EventRole | null, specId: number | null): 'melee' | 'ranged' | null {
  if (role === null || role === 'flex') return null;
  if (role === 'tank' || role === 'melee') return 'melee';
  return role === 'healer' && specId !== null && MELEE_HEALERS.includes(specId) ? 'melee' : 'ranged';
}

/** Each name that a note addresses, as it is written first, with its lines. Names in prose are known by their colour only. */
export function namesIn(lines: readonly PlanLine[]): { name: string; lines: number[] }[] {
  const found = new Map<string, { name: string; lines: number[] }>();
  for (const { number, addresses } of lines) {
    for (const address of addresses) {
      if (address.by !== 'name') continue;
      const known = found.get(fold(address.name)) ?? { name: address.name, lines: [] };
      if (known.lines.at(-1) !== number) known.lines.push(number);
      found.set(fold(address.name), known);
    }
  }
  return [...found.values()];
}
