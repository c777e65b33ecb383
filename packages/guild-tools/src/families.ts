/** Finds mains and alts in what players write into their public notes. */
import { fold, splitRealm } from './fold.ts';

export type Living = { name: string; realm: string | null };

/** Circles and ambiguous notes are shown to the person who decides, and change nothing. */
export type Family =
  | { outcome: 'alt'; main: Living }
  | { outcome: 'ambiguous'; mains: Living[] }
  | { outcome: 'circle' }
  | { outcome: 'none' };

export type Noted = Living & { note: string | null; main: Living | null };

/**
 * For each character, in the given order, the main of its family: what the source itself says (`main`), else what the
 * note says. A chain of alts is followed to its end.
 */
export function familiesOf(characters: readonly Noted[], living: readonly Living[]): Family[] {
  const known = byName([...living, ...characters]);
  const said = characters.map((character) => whatIsSaid(character, known));
  const next = new Map<string, Living>();
  characters.forEach((character, index) => {
    const [only, ...others] = said[index] ?? [];
    if (only && others.length === 0) next.set(keyOf(character), only);
  });
  return characters.map((character, index) => {
    const mains = said[index] ?? [];
    const [first] = mains;
    if (first === undefined) return { outcome: 'none' };
    return mains.length > 1 ? { outcome: 'ambiguous', mains } : endOf(first, next, keyOf(character));
  });
}

/** Follows the chain from `start`, which `origin` names as its main. */
function endOf(start: Living, next: ReadonlyMap<string, Living>, origin: string): Family {
  const seen = new Set([origin]);
  let at = start;
  for (;;) {
    if (seen.has(keyOf(at))) return { outcome: 'circle' };
    seen.add(keyOf(at));
    const following = next.get(keyOf(at));
    if (following === undefined) return { outcome: 'alt', main: at };
    at = following;
  }
}

/** The characters that may be meant, never the character itself. A main that the source names is kept where it is unknown. */
function whatIsSaid(character: Noted, known: ReadonlyMap<string, Living[]>): Living[] {
  const named = character.main ? [character.main] : namesIn(character.note ?? '');
  for (const { name, realm } of named) {
    const all = known.get(fold(name)) ?? [];
    const meant = realm === null ? preferred(all, character) : all.filter((one) => isRealm(one.realm, realm));
    const others = meant.filter((one) => keyOf(one) !== keyOf(character));
    if (others.length > 0) return others;
    if (meant.length > 0) return [];
  }
  return character.main ? [character.main] : [];
}

/** A note names characters of one's own realm without it. */
function preferred(all: Living[], { realm }: Living): Living[] {
  const near = all.filter((one) => isRealm(one.realm, realm));
  return near.length > 0 ? near : all;
}

const isRealm = (one: string | null, other: string | null) => fold(one ?? '') === fold(other ?? '');

/** The names that a note may mean as one's main: all of it, or by one of the usual wordings. */
function namesIn(note: string): Living[] {
  const text = note.trim();
  const wordings = [
    /^(.+)$/,
    /^alt\s+of\s+(\S+)$/i,
    /^(\S+?)(?:['’`´]s)\s+alt$/i,
    /^(\S+)\s+alt$/i,
    /\(([^\s()]+)\)\s*$/,
  ];
  return wordings.flatMap((wording) => {
    const name = wording.exec(text)?.[1];
    return name === undefined ? [] : [splitRealm(name)];
  });
}

function byName(all: readonly Living[]): Map<string, Living[]> {
  const known = new Map<string, Living[]>();
  for (const { name, realm } of all) {
    const same = known.get(fold(name)) ?? [];
    if (!same.some((one) => isRealm(one.realm, realm))) known.set(fold(name), [...same, { name, realm }]);
  }
  return known;
}

const keyOf = ({ name, realm }: Living) => `${fold(name)}-${fold(realm ?? '')}`;
