/** The search parameters of the viewer's own characters. */

import type { CharacterView } from '@guildhall/contracts/character.ts';
import { nameKey } from '@guildhall/contracts/name-key.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { flag, oneOf, text } from '../../routes/search-params.ts';

export const SORTS = ['itemLevel', 'level', 'name', 'played', 'points'] as const;
export type Sort = (typeof SORTS)[number];

export type CharactersSearch = {
  q?: string | undefined;
  sort?: Sort | undefined;
  /** Id of a guild. */
  guild?: string | undefined;
  archived?: true | undefined;
  add?: 'battlenet' | 'name' | 'hand' | undefined;
  /** The outcome of linking an account, which leads back here. */
  error?: string | undefined;
  merge?: string | undefined;
};

export const charactersSearch = (search: Record<string, unknown>): CharactersSearch => ({
  q: text(search.q),
  sort: oneOf(search.sort, SORTS),
  guild: text(search.guild),
  archived: flag(search.archived),
  add: oneOf(search.add, ['battlenet', 'name', 'hand']),
  error: text(search.error),
  merge: text(search.merge),
});

const KEYS: Record<Exclude<Sort, 'name'>, (character: CharacterView) => number> = {
  itemLevel: ({ itemLevel }) => itemLevel?.equipped ?? 0,
  level: ({ level }) => level,
  played: ({ lastLoginAt }) => (lastLoginAt ? Date.parse(lastLoginAt) : 0),
  points: ({ achievementPoints }) => achievementPoints ?? 0,
};

/** By default the main character comes first. */
export function filteredCharacters(characters: readonly CharacterView[], search: CharactersSearch): CharacterView[] {
  const words = nameKey(search.q ?? '').split(/\s+/);
  const { sort } = search;
  const key = sort === 'name' ? () => 0 : KEYS[sort ?? 'itemLevel'];
  return characters
    .filter(
      (character) =>
        (search.archived || character.archivedAt === null) &&
        (search.guild === undefined || character.guild?.id === search.guild) &&
        words.every((word) => nameKey(soughtIn(character)).includes(word)),
    )
    .sort(
      (a, b) =>
        Number(a.archivedAt !== null) - Number(b.archivedAt !== null) ||
        (sort ? 0 : Number(b.isMain) - Number(a.isMain)) ||
        key(b) - key(a) ||
        compareNames(a.name, b.name),
    );
}

const soughtIn = ({ name, realm, activeSpec, class: { name: className }, guild }: CharacterView) =>
  [name, realm?.name, activeSpec?.name, className, guild?.name].join(' ');
