import { dropsOf, type ItemEntry } from './game-items.ts';
import { type LocalizedName, locales } from './localized.ts';
import { createRandom, type Random } from './random.ts';
import { laterSecond, wholeSecond } from './world-state.ts';

/** As in the real journal, any name may be missing in a single locale. */
export type PatchyName = Readonly<Record<keyof LocalizedName, string | null>>;

type Entry = { readonly id: number; name: PatchyName; lastModified: number };
export type JournalEncounterEntry = Entry & {
  readonly instanceId: number;
  description: PatchyName;
  readonly items: readonly ItemEntry[];
};
export type JournalInstanceEntry = Entry & {
  readonly expansionId: number;
  readonly category: 'RAID' | 'DUNGEON';
  readonly orderIndex: number;
  readonly minimumLevel: number;
  description: PatchyName;
  encounters: JournalEncounterEntry[];
};
export type JournalExpansionEntry = Entry & { instances: JournalInstanceEntry[] };

/** `currentSeason` lists instances of other expansions and is not an expansion itself. */
export type Journal = { expansions: JournalExpansionEntry[]; currentSeason: JournalExpansionEntry };

export type JournalSize = 'small' | 'full';
const SIZES: Record<JournalSize, { expansions: number; instances: number; encounters: number }> = {
  small: { expansions: 2, instances: 5, encounters: 14 },
  full: { expansions: 12, instances: 250, encounters: 1500 },
};

/** The platform's ids: chronological, but in another order than the index. */
const EXPANSION_IDS = [68, 70, 72, 73, 74, 124, 395, 396, 499, 503, 514, 516];
const EXPANSION_NAMES = [
  'Dawn',
  'Tides',
  'Embers',
  'Roots',
  'Veils',
  'Thorns',
  'Bells',
  'Salt',
  'Ash',
  'Glass',
  'Wells',
  'Dusk',
];
const PLACES = [
  'Hollow',
  'Spire',
  'Vault',
  'Deep',
  'Court',
  'Foundry',
  'Garden',
  'Citadel',
  'Crypt',
  'Causeway',
  'Archive',
];
const OWNERS = [
  'Amberwing',
  'Duskmantle',
  'Frostvein',
  'Gildenmoor',
  'Hexwater',
  'Ironbriar',
  'Lornhall',
  'Mirefell',
  'Oathstone',
];
const BOSSES = [
  'Ashkarra',
  'Bromund',
  'Cerith',
  'Drovak',
  'Eluned',
  'Fennimor',
  'Grathus',
  'Hestrel',
  'Ivorn',
  'Jasmyr',
  'Kolvane',
];
const TITLES = [
  'the Unblinking',
  'of the Third Bell',
  'Wallbreaker',
  'the Patient',
  'Saltborn',
  'the Last Warden',
  'Emberheart',
];

/** Invented from the seed alone. */
export function createJournal(seed: number, sizeName: JournalSize, epoch: number): Journal {
  const size = SIZES[sizeName];
  const random = createRandom(seed ^ 0x10a71a1);
  const lastModified = wholeSecond(epoch - 20 * 86_400_000);
  const expansions = EXPANSION_IDS.slice(0, size.expansions).map((id, index): JournalExpansionEntry => {
    return { id, name: translated(`Age of ${EXPANSION_NAMES[index]}`), lastModified, instances: [] };
  });
  const instances = shared(size.instances, expansions).map(([expansion, place], index): JournalInstanceEntry => {
    const name = `${random.pick(OWNERS)} ${random.pick(PLACES)} ${index + 1}`;
    return {
      id: 1_000 + index,
      name: translated(name, index % 7 === 3 ? 'ru_RU' : undefined),
      description: translated(`What became of ${name} is told in no book.`, index % 5 === 1 ? 'de_DE' : undefined),
      lastModified,
      expansionId: expansion.id,
      category: place % 3 === 0 ? 'RAID' : 'DUNGEON',
      orderIndex: place,
      minimumLevel: 10 + 5 * expansions.indexOf(expansion),
      encounters: [],
    };
  });
  for (const instance of instances) expansions.find(({ id }) => id === instance.expansionId)?.instances.push(instance);
  for (const [[instance], index] of shared(size.encounters, instances).map((pair, index) => [pair, index] as const)) {
    instance.encounters.push(encounter(random, instance, index, lastModified));
  }
  const name = translated('Current Season');
  return { expansions, currentSeason: { id: 505, name, lastModified, instances: instances.slice(-3) } };
}

function encounter(random: Random, { id }: JournalInstanceEntry, index: number, lastModified: number) {
  const boss = random.pick(BOSSES);
  const name = `${boss} ${random.pick(TITLES)}`;
  return {
    // Counted down, so that sorting by id never gives journal order.
    id: 9_000 - index,
    name: translated(name, index % 6 === 2 ? 'fr_FR' : undefined),
    description: translated(`${name} guards what others left behind.`, index % 4 === 3 ? 'es_ES' : undefined),
    lastModified,
    instanceId: id,
    items: dropsOf(index, boss),
  };
}

/** Spreads `count` items over the owners as evenly as possible: each with its owner and its position there. */
function shared<T>(count: number, owners: readonly T[]): [owner: T, place: number][] {
  return owners.flatMap((owner, index) => {
    const own = Math.floor(((index + 1) * count) / owners.length) - Math.floor((index * count) / owners.length);
    return Array.from({ length: own }, (_, place): [T, number] => [owner, place]);
  });
}

/** English stays as it is, other languages get their code appended; null where the platform has no name. */
export function translated(text: string, missing?: keyof LocalizedName): PatchyName {
  const entries = locales.map((locale) => {
    const own = locale.startsWith('en') ? text : `${text} [${locale.slice(0, 2)}]`;
    return [locale, locale === missing ? null : own];
  });
  // Built from all locales.
  return Object.fromEntries(entries) as PatchyName;
}

/** Gives an entry a new name and a later Last-Modified. */
export function renameEntry(entry: Entry, name: string, at: number): void {
  entry.name = translated(name);
  entry.lastModified = laterSecond(entry.lastModified, at);
}
