import type { PatchyName } from './game-journal.ts';
import { localized } from './localized.ts';

/** How a faction counts progress; factions that only group others have none. */
export type Ladder = 'standing' | 'friendship' | 'renown';
export type ReputationFactionEntry = {
  id: number;
  name: PatchyName;
  parentId: number | null;
  ladder: Ladder | null;
};

/**
 * A tree of factions. Roots are named after the journal's expansions (one with an article the journal lacks), except
 * some that belong to none, like "Guild" on the platform. English, German, French and Russian names differ.
 */
export const reputationFactions: readonly ReputationFactionEntry[] = [
  faction(1169, 'Guild|Gilde|Guilde|Гильдия', null),
  faction(1118, 'Age of Dawn', null),
  faction(980, 'The Age of Tides', null),
  faction(469, 'Lanternkeepers|Laternenhüter|Gardiens des lanternes|Хранители фонарей', 1118),
  faction(47, 'Harborwrights|Hafenbauer|Bâtisseurs du port|Портовые мастера', 469, 'standing'),
  faction(72, 'Cinderguard|Aschewacht|Garde-cendres|Пепельная стража', 469, 'standing'),
  faction(21, 'Old Wenna|Alte Wenna|Vieille Wenna|Старая Венна', 1118, 'friendship'),
  faction(932, 'The Quiet Choir|Der stille Chor|Le Chœur muet|Тихий хор', 980, 'renown'),
  faction(
    947,
    'Saltglass Company|Salzglaskompanie|Compagnie de verre-sel|Компания соляного стекла',
    980,
    'renown',
    'pt_BR',
  ),
  faction(1168, 'Guild|Gilde|Guilde|Гильдия', 1169, 'standing'),
];

function faction(
  id: number,
  names: string,
  parentId: number | null,
  ladder: Ladder | null = null,
  missing?: keyof PatchyName,
): ReputationFactionEntry {
  const [en = '', de = en, fr = en, ru = en] = names.split('|');
  const name: PatchyName = localized([en, de, en, fr, en, en, ru, en, en, en].join('|'));
  return { id, name: missing ? { ...name, [missing]: null } : name, parentId, ladder };
}

export const childrenOf = (parentId: number) => reputationFactions.filter((entry) => entry.parentId === parentId);
