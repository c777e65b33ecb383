import { type PatchyName, translated } from './game-journal.ts';

export type ReputationFactionEntry = { id: number; name: PatchyName; parentId: number | null };

/**
 * A tree of factions: roots are named after the expansions of the journal (one with an article that the journal has not),
 * or are none of theirs, as "Guild" is on the platform.
 */
export const reputationFactions: readonly ReputationFactionEntry[] = [
  faction(1169, 'Guild', null),
  faction(1118, 'Age of Dawn', null),
  faction(980, 'The Age of Tides', null),
  faction(469, 'Lanternkeepers', 1118),
  faction(47, 'Lamplit Court', 469),
  faction(72, 'Wickwrights', 469),
  faction(21, 'Harbour of Bells', 1118),
  faction(932, 'Tidecallers', 980),
  faction(947, 'Saltmarch', 980, 'pt_BR'),
  faction(1168, 'Guild', 1169),
];

function faction(
  id: number,
  name: string,
  parentId: number | null,
  missing?: keyof PatchyName,
): ReputationFactionEntry {
  return { id, name: translated(name, missing), parentId };
}

export const childrenOf = (parentId: number) => reputationFactions.filter((entry) => entry.parentId === parentId);
