/** Finds the raider that a row names. The result depends on the row and the people alone, never on other rows. */
import { fold, foldPlain, nameParts, splitRealm } from './fold.ts';

/** `realms` holds every name of the character's realm, in all languages, and its slug. */
export type KnownCharacter = { name: string; realms: readonly string[] };

export type KnownPerson = { id: string; discordKey: string | null; characters: readonly KnownCharacter[] };

/** Earlier decisions: `aliasOf` a row's name, or the key of a foreign id, leads to the id of a person. */
export type Aliases = ReadonlyMap<string, string>;

export type MatchedBy = 'alias' | 'discord' | 'name_and_realm' | 'name' | 'part' | 'prefix' | 'no_diacritics';
export type Proposal = { id: string; by: MatchedBy };

export type Match =
  | { outcome: 'matched'; id: string; by: MatchedBy }
  | { outcome: 'ambiguous'; proposals: Proposal[] }
  | { outcome: 'unmatched'; proposals: Proposal[] };

export type Wanted = { name: string; realm: string | null; discordKey: string | null };

/** The name under which a decision about a row is remembered. */
export const aliasOf = ({ name, realm }: { name: string; realm: string | null }) =>
  fold(realm === null ? name : `${name}-${realm}`);

const MAX_PROPOSALS = 10;
const SHORTEST_PREFIX = 4;

export function createMatcher(people: readonly KnownPerson[], aliases: Aliases) {
  const index = indexOf(people);

  function exact({ name, realm, discordKey }: Wanted): Found {
    const alias = (discordKey && aliases.get(discordKey)) ?? aliases.get(aliasOf({ name, realm }));
    if (alias !== undefined && alias !== null && index.ids.has(alias)) return found([alias], 'alias');
    const byDiscord = discordKey === null ? [] : (index.byDiscord.get(discordKey) ?? []);
    if (byDiscord.length > 0) return found(byDiscord, 'discord');
    const written = realm === null ? splitRealm(name) : { name, realm };
    if (written.realm !== null) {
      const both = index.byNameAndRealm.get(`${fold(written.name)} ${fold(written.realm)}`) ?? [];
      if (both.length > 0) return found(both, 'name_and_realm');
    }
    const sameName = index.byName.get(fold(written.name)) ?? [];
    // The same name on another realm is another character, or one that moved: a person decides.
    return { ...found(sameName, 'name'), isSure: written.realm === null };
  }

  function byParts(name: string): Found {
    const ids = nameParts(name).flatMap((part) => {
      const { ids: all, isSure } = exact({ ...splitRealm(part), discordKey: null });
      return isSure ? all : [];
    });
    return found([...new Set(ids)], 'part');
  }

  function proposals(name: string): Proposal[] {
    const texts = [name, ...nameParts(name)];
    const prefixed = texts
      .flatMap((text) => index.beginningWith(fold(text)))
      .map((id) => ({ id, by: 'prefix' as const }));
    const plain = texts.flatMap((text) => index.byPlainName.get(foldPlain(text)) ?? []);
    return distinct([...prefixed, ...plain.map((id) => ({ id, by: 'no_diacritics' as const }))]);
  }

  return (wanted: Wanted): Match => {
    const first = exact(wanted);
    const hit = first.ids.length > 0 ? first : byParts(wanted.name);
    const [only, ...others] = hit.ids;
    if (only !== undefined && others.length === 0 && hit.isSure) return { outcome: 'matched', id: only, by: hit.by };
    const asked = hit.ids.map((id) => ({ id, by: hit.by }));
    if (others.length > 0) return { outcome: 'ambiguous', proposals: distinct(asked) };
    const all = distinct([...asked, ...proposals(splitRealm(wanted.name).name)]);
    return { outcome: all.length > 1 ? 'ambiguous' : 'unmatched', proposals: all };
  };
}

type Found = { ids: string[]; by: MatchedBy; isSure: boolean };
const found = (ids: readonly string[], by: MatchedBy): Found => ({ ids: [...ids], by, isSure: true });

/** In an order of its own, so that the order of people changes nothing. */
function distinct(all: readonly Proposal[]): Proposal[] {
  const first = new Map<string, Proposal>();
  for (const proposal of all) if (!first.has(proposal.id)) first.set(proposal.id, proposal);
  const order = (by: MatchedBy) => ['name', 'part', 'prefix', 'no_diacritics'].indexOf(by);
  return [...first.values()]
    .sort((one, other) => order(one.by) - order(other.by) || (one.id < other.id ? -1 : 1))
    .slice(0, MAX_PROPOSALS);
}

function indexOf(people: readonly KnownPerson[]) {
  const byDiscord = new Map<string, Set<string>>();
  const byName = new Map<string, Set<string>>();
  const byPlainName = new Map<string, Set<string>>();
  const byNameAndRealm = new Map<string, Set<string>>();
  const realmKeys = new Map<string, string>();
  // Few realms, and many characters on each.
  const foldedRealm = (realm: string) => {
    const key = realmKeys.get(realm) ?? fold(realm);
    realmKeys.set(realm, key);
    return key;
  };
  const put = (map: Map<string, Set<string>>, key: string, id: string) => {
    const set = map.get(key);
    if (set) set.add(id);
    else map.set(key, new Set([id]));
  };
  for (const { id, discordKey, characters } of people) {
    if (discordKey !== null) put(byDiscord, discordKey, id);
    for (const { name, realms } of characters) {
      const key = fold(name);
      put(byName, key, id);
      put(byPlainName, foldPlain(name), id);
      for (const realm of realms) put(byNameAndRealm, `${key} ${foldedRealm(realm)}`, id);
    }
  }
  const names = [...byName.keys()].sort();
  const lists = (map: Map<string, Set<string>>) => ({ get: (key: string) => [...(map.get(key) ?? [])].sort() });

  function beginningWith(start: string): string[] {
    if ([...start].length < SHORTEST_PREFIX) return [];
    const ids: string[] = [];
    for (let at = firstAtLeast(names, start); names[at]?.startsWith(start); at += 1) {
      ids.push(...(byName.get(names[at] ?? '') ?? []));
    }
    return ids.sort();
  }

  return {
    ids: new Set(people.map(({ id }) => id)),
    byDiscord: lists(byDiscord),
    byName: lists(byName),
    byPlainName: lists(byPlainName),
    byNameAndRealm: lists(byNameAndRealm),
    beginningWith,
  };
}

/** The place of the first name that is not before `start`. */
function firstAtLeast(names: readonly string[], start: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
