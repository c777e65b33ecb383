/** Achievements, battlegrounds and affixes of the simulated world: invented, with ids far from the game's. */
import { type LocalizedName, untranslated } from './localized.ts';

type Entry = { id: number; name: LocalizedName };

const named = (id: number, name: string): Entry => ({ id, name: untranslated(name) });

export const achievementCategories: readonly Entry[] = ['Journeys', 'Companies', 'Crafts', 'Depths'].map(
  (name, index) => named(92_100 + index, name),
);
export const achievements: readonly Entry[] = [
  'First Light',
  'A Bell for Every Hour',
  'Salt of the Sea',
  'Friend of Old Wenna',
  'Ten Thousand Steps',
].map((name, index) => named(92_500 + index, name));

export const battlegrounds: readonly Entry[] = ['Gullwing Narrows', 'The Broken Quay'].map((name, index) =>
  named(93_000 + index, name),
);

export const keystoneAffixes: readonly Entry[] = ['Undertow', 'Brittle'].map((name, index) =>
  named(94_000 + index, name),
);
