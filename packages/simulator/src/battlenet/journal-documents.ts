import type { JournalEncounterEntry, JournalExpansionEntry, JournalInstanceEntry } from '../game-journal.ts';
import { localized, untranslated } from '../localized.ts';
import { type Document, reference, type Scene, staticDocument, staticLink, text } from './scene.ts';

const day = 86_400;

type Kind = 'journal-expansion' | 'journal-instance' | 'journal-encounter';

function document(schema: Document['schema'], path: string, modified: number, body: () => unknown): Document {
  return { schema, modified, maxAge: day, cacheKey: path, body };
}

const instancesOf = ({ world }: Scene) => world.journal.expansions.flatMap(({ instances }) => instances);
const encountersOf = (scene: Scene) => instancesOf(scene).flatMap(({ encounters }) => encounters);
const latest = (entries: { lastModified: number }[]) => Math.max(...entries.map(({ lastModified }) => lastModified));

function index(
  scene: Scene,
  kind: Kind,
  list: string,
  entries: JournalExpansionEntry[] | JournalInstanceEntry[] | JournalEncounterEntry[],
) {
  return document('journal', kind, latest(entries), () => ({
    _links: { self: staticLink(scene, kind, '') },
    [list]: entries.map((entry) => reference(scene, kind, entry)),
  }));
}

/** As on the platform, the order is not chronological and the list includes a season. */
export function expansionIndex(scene: Scene): Document {
  const { expansions, currentSeason } = scene.world.journal;
  return index(scene, 'journal-expansion', 'tiers', [...expansions.toReversed(), currentSeason]);
}

export function expansionDocument(scene: Scene, id: string): Document | undefined {
  const { expansions, currentSeason } = scene.world.journal;
  const entry = [...expansions, currentSeason].find((expansion) => String(expansion.id) === id);
  if (!entry) return undefined;
  const listed = (category: JournalInstanceEntry['category']) =>
    entry.instances
      .filter((instance) => instance.category === category)
      // Sorted by name, as on the platform; the journal itself has another order.
      .toSorted((left, right) => (left.name.en_US ?? '').localeCompare(right.name.en_US ?? '', 'en'))
      .map((instance) => reference(scene, 'journal-instance', instance));
  return document('journal', `journal-expansion/${id}`, latest([entry, ...entry.instances]), () => ({
    _links: { self: staticLink(scene, 'journal-expansion', id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    dungeons: listed('DUNGEON'),
    raids: listed('RAID'),
  }));
}

export const instanceIndex = (scene: Scene): Document =>
  index(scene, 'journal-instance', 'instances', instancesOf(scene));

export const modes = {
  RAID: [
    ['LFR', 'Raid Finder'],
    ['NORMAL', 'Normal'],
    ['HEROIC', 'Heroic'],
    ['MYTHIC', 'Mythic'],
  ],
  DUNGEON: [
    ['NORMAL', 'Normal'],
    ['MYTHIC', 'Mythic'],
  ],
} as const;

const normal = untranslated('Normal');

export function instanceDocument(scene: Scene, id: string): Document | undefined {
  const entry = instancesOf(scene).find((instance) => String(instance.id) === id);
  const expansion = scene.world.journal.expansions.find((candidate) => candidate.id === entry?.expansionId);
  if (!entry || !expansion) return undefined;
  return document('journal', `journal-instance/${id}`, latest([entry, ...entry.encounters]), () => ({
    _links: { self: staticLink(scene, 'journal-instance', id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    map: { name: text(scene, entry.name, 'static'), id: entry.id + 500 },
    description: text(scene, entry.description, 'static'),
    encounters: entry.encounters.map((encounter) => reference(scene, 'journal-encounter', encounter)),
    expansion: reference(scene, 'journal-expansion', expansion),
    modes: modes[entry.category].map(([type, name]) => ({
      mode: { type, name: text(scene, untranslated(name), 'static') },
      players: entry.category === 'RAID' ? 20 : 5,
      is_tracked: true,
    })),
    media: { key: staticLink(scene, 'media', 'journal-instance', id), id: entry.id },
    minimum_level: entry.minimumLevel,
    category: { type: entry.category },
    order_index: entry.orderIndex,
  }));
}

export function instanceMedia(scene: Scene, id: string): Document | undefined {
  const entry = instancesOf(scene).find((instance) => String(instance.id) === id);
  return (
    entry &&
    document('media', `media/journal-instance/${id}`, entry.lastModified, () => ({
      _links: { self: staticLink(scene, 'media', 'journal-instance', id) },
      assets: [{ key: 'tile', value: `${scene.origin}/battlenet/render/zones/instance-${id}-small.jpg` }],
    }))
  );
}

export const encounterIndex = (scene: Scene): Document =>
  index(scene, 'journal-encounter', 'encounters', encountersOf(scene));

export function encounterDocument(scene: Scene, id: string): Document | undefined {
  const entry = encountersOf(scene).find((encounter) => String(encounter.id) === id);
  const instance = instancesOf(scene).find((candidate) => candidate.id === entry?.instanceId);
  if (!entry || !instance) return undefined;
  return document('journal', `journal-encounter/${id}`, entry.lastModified, () => ({
    _links: { self: staticLink(scene, 'journal-encounter', id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    description: text(scene, entry.description, 'static'),
    creatures: [
      {
        id: entry.id,
        name: text(scene, entry.name, 'static'),
        creature_display: { key: staticLink(scene, 'media', 'creature-display', entry.id), id: entry.id },
      },
    ],
    items: entry.items.map((item, index) => ({ id: entry.id * 10 + index, item: reference(scene, 'item', item) })),
    sections: [
      {
        id: entry.id,
        title: text(scene, untranslated('Overview'), 'static'),
        body_text: text(scene, entry.description, 'static'),
      },
    ],
    instance: reference(scene, 'journal-instance', instance),
    category: { type: instance.category },
    modes: [{ type: 'NORMAL', name: text(scene, normal, 'static') }],
  }));
}

const quality = localized('Epic|Episch|Épica|Épique|Epico|Épico|Эпическое|영웅|史詩|史诗');

/** `/data/wow/item/{id}`: what the bosses of the journal drop, in every branch of the game. */
export function itemDocument(scene: Scene, id: string): Document | undefined {
  const entry = encountersOf(scene)
    .flatMap(({ items }) => items)
    .find((item) => String(item.id) === id);
  if (!entry) return undefined;
  return staticDocument(scene, 'item', `item/${id}`, () => ({
    _links: { self: staticLink(scene, 'item', id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    quality: { type: 'EPIC', name: text(scene, quality, 'static') },
    level: 600,
    required_level: 80,
    media: { key: staticLink(scene, 'media', 'item', id), id: entry.id },
    item_class: reference(scene, 'item-class', entry.itemClass),
    item_subclass: reference(scene, `item-class/${entry.itemClass.id}/item-subclass`, entry.itemSubclass),
    inventory_type: { type: entry.slot, name: text(scene, untranslated(entry.slot), 'static') },
    is_equippable: entry.slot !== 'NON_EQUIP',
    is_stackable: false,
  }));
}
