/** The equipment of a character, with what is missing and what to do first. */
import type { EquipmentView, EquippedItem, GearStep, MissingGear } from '@guildhall/contracts/gear.ts';
import type { AppContext } from '../../core/services/context.ts';
import { itemPicture } from '../../core/services/picture-url.ts';
import type { CharacterReader } from '../../membership/characters/read-character.ts';
import { majorOf } from '../../reference/game-data/newest-patch.ts';
import type { EquipmentDocument, StoredItem } from '../enrichment/documents/equipment.ts';
import type { ProfileDocument } from '../enrichment/documents/profile.ts';
import { characterSections } from './character-sections.ts';
import { COSMETIC, gemsOf, hasKnownSockets, isGem, PERMANENT, takesEnchantment, type Wearer } from './gear-rules.ts';

export async function getEquipment(
  ctx: AppContext,
  actor: CharacterReader,
  { id }: { id: string },
): Promise<EquipmentView> {
  const character = await characterSections(ctx, actor, id, ['equipment', 'profile']);
  const document = character.document<EquipmentDocument>('equipment');
  const { equipped, average } = character;
  const patch = document?.patch ?? null;
  const wearer = { ...character, patch };
  const items = document?.items ?? [];
  const missing = document && missingGear(document, character);
  // Where an expansion has lowered item levels since, the profile says nothing about these items.
  const profilePatch = character.document<ProfileDocument>('profile')?.version?.patch ?? patch;
  const compared = majorOf(profilePatch) === majorOf(patch ?? profilePatch) ? equipped : null;
  return {
    itemLevel: equipped === null || average === null ? null : { equipped, average },
    items: items.map((item) => ({
      ...presentItem(item, wearer),
      pictureUrl: ctx.pictureUrl(itemPicture(character.gameVersion, item.itemId)),
    })),
    sets: setsOf(items),
    missing,
    first: missing && stepsOf(items, missing, compared),
    freshness: character.freshness('equipment'),
  };
}

function presentItem(item: StoredItem, wearer: Wearer): Omit<EquippedItem, 'pictureUrl'> {
  const { slot, itemId, name, quality, itemLevel, setId, setName, label = null, craftedStatNames = [] } = item;
  const amongEnchantments = gemsOf(wearer) === 'among enchantments';
  const { gems = [], others = [] } = Object.groupBy(item.enchantments, (one) =>
    amongEnchantments && isGem(one.slot) ? 'gems' : 'others',
  );
  const socketed = amongEnchantments
    ? gems
        .toSorted((left, right) => left.slot - right.slot)
        .map(({ source, text }) => ({ gem: { id: source?.id ?? null, name: source?.name ?? text } }))
    : item.gems.map((gem) => ({ gem: gem && { id: gem.id, name: gem.name } }));
  return {
    ...{ slot, itemId, name, quality, itemLevel, label },
    enchantments: others.map(({ id, text, slot, quality = null }) => ({
      ...{ id, text, quality },
      permanent: slot === PERMANENT,
    })),
    sockets: socketed,
    set: setId === null ? null : { id: setId, name: setName },
    craftedStats: craftedStatNames,
    embellishment: item.embellishment ?? null,
  };
}

function setsOf(items: StoredItem[]): EquipmentView['sets'] {
  const pieces = Map.groupBy(
    items.filter(({ setId }) => setId !== null),
    ({ setId }) => setId,
  );
  return [...pieces].flatMap(([id, worn]) =>
    id === null ? [] : [{ id, name: worn[0]?.setName ?? null, pieces: worn.length }],
  );
}

/** Slots that every character fills. The off hand is not one: a two-handed weapon leaves it empty. */
const SLOTS = [
  ...['HEAD', 'NECK', 'SHOULDER', 'BACK', 'CHEST', 'WRIST', 'HANDS', 'WAIST', 'LEGS', 'FEET'],
  ...['FINGER_1', 'FINGER_2', 'TRINKET_1', 'TRINKET_2', 'MAIN_HAND'],
];

export function missingGear(document: EquipmentDocument, character: Omit<Wearer, 'patch'>): MissingGear {
  const { items } = document;
  const { gameVersion, level } = character;
  const wearer = { gameVersion, level, patch: document.patch ?? null };
  const worn = new Set(items.map(({ slot }) => slot));
  const plain = Map.groupBy(
    items.filter(({ enchantments }) => !enchantments.some(({ slot }) => slot === PERMANENT)),
    (item) => takesEnchantment(item, wearer),
  );
  const slotsOf = (some: StoredItem[] = []) => some.map(({ slot }) => slot);
  return {
    enchantments: slotsOf(plain.get('yes')),
    gems: items.flatMap(({ slot, gems }) => {
      const emptySockets = gems.filter((gem) => gem === null).length;
      return emptySockets > 0 ? [{ slot, emptySockets }] : [];
    }),
    slots: SLOTS.filter((slot) => !worn.has(slot)),
    unknown: {
      enchantments: slotsOf(plain.get('unknown')),
      gems: slotsOf(items.filter((item) => !hasKnownSockets(item, wearer))),
    },
  };
}

/** The lowest of those that are below the others; more would be a list of everything. */
const LOWEST = 3;

/** Empty slots and the lowest items, then what can be had without a new item, cheapest first. */
function stepsOf(items: StoredItem[], missing: MissingGear, equipped: number | null): GearStep[] {
  const worn = items.filter(({ slot }) => !COSMETIC.includes(slot));
  const level = new Map(worn.map(({ slot, itemLevel }) => [slot, itemLevel]));
  const step = (kind: GearStep['kind'], slot: string, rest: Partial<GearStep> = {}): GearStep => ({
    ...{ kind, slot, itemLevel: level.get(slot) ?? null, below: null, emptySockets: null, ...rest },
  });
  const lowest = worn
    .flatMap(({ slot, itemLevel }) =>
      equipped !== null && itemLevel !== null && itemLevel < equipped ? [{ slot, below: equipped - itemLevel }] : [],
    )
    .toSorted((left, right) => right.below - left.below)
    .slice(0, LOWEST);
  const weak = worn.filter(({ enchantments }) =>
    enchantments.some(({ quality }) => quality && quality.of !== null && quality.tier < quality.of),
  );
  return [
    ...missing.slots.map((slot) => step('empty_slot', slot)),
    ...lowest.map(({ slot, below }) => step('item_level', slot, { below })),
    ...missing.enchantments.map((slot) => step('enchantment', slot)),
    ...missing.gems.map(({ slot, emptySockets }) => step('gems', slot, { emptySockets })),
    ...weak.map(({ slot }) => step('enchantment_quality', slot)),
  ];
}
