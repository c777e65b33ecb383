/** The equipment of a character, with the enchantments and gems that are missing. */
import type { EquipmentView, MissingGear } from '@guildhall/contracts/gear.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import { viewOf } from './character-sections.ts';

export const getEquipment = viewOf('equipment', (document: EquipmentDocument | null, character) => {
  const { equipped, average } = character;
  const items = document?.items ?? [];
  return {
    itemLevel: equipped === null || average === null ? null : { equipped, average },
    items: items.map(({ slot, itemId, name, quality, itemLevel, enchantments, gems, setId, setName }) => ({
      slot,
      itemId,
      name,
      quality,
      itemLevel,
      enchantments: enchantments.map(({ id, text, slot }) => ({ id, text, permanent: slot === PERMANENT })),
      sockets: gems.map((gem) => ({ gem: gem && { id: gem.id, name: gem.name } })),
      set: setId === null ? null : { id: setId, name: setName },
    })),
    sets: setsOf(items),
    missing: document && missingGear(document, character),
  };
});

function setsOf(items: EquipmentDocument['items']): EquipmentView['sets'] {
  const pieces = Map.groupBy(
    items.filter(({ setId }) => setId !== null),
    ({ setId }) => setId,
  );
  return [...pieces].flatMap(([id, worn]) =>
    id === null ? [] : [{ id, name: worn[0]?.setName ?? null, pieces: worn.length }],
  );
}

/** Slots that everybody fills. The off hand is not one: a two-handed weapon leaves it empty. */
const SLOTS = [
  ...['HEAD', 'NECK', 'SHOULDER', 'BACK', 'CHEST', 'WRIST', 'HANDS', 'WAIST', 'LEGS', 'FEET'],
  ...['FINGER_1', 'FINGER_2', 'TRINKET_1', 'TRINKET_2', 'MAIN_HAND'],
];

const RINGS = ['FINGER_1', 'FINGER_2'];
/** In the off hand only weapons take enchants, in every version of the game. */
const WEAPON = /WEAPON/;

/** Slots that anybody can enchant, whatever their professions. */
const ENCHANTED: Record<Exclude<GameVersion, 'retail'>, string[]> = {
  classic: ['SHOULDER', 'BACK', 'CHEST', 'WRIST', 'HANDS', 'LEGS', 'FEET', 'MAIN_HAND'],
  'classic-era': ['BACK', 'CHEST', 'WRIST', 'HANDS', 'FEET', 'MAIN_HAND'],
  'classic-anniversary': ['HEAD', 'SHOULDER', 'BACK', 'CHEST', 'WRIST', 'HANDS', 'LEGS', 'FEET', 'MAIN_HAND'],
};

/** The expansion that begins at level 81 enchants head and shoulders instead of cloak and wrists. */
function enchantedSlots(gameVersion: GameVersion, level: number): string[] {
  if (gameVersion !== 'retail') return ENCHANTED[gameVersion];
  const ofExpansion = level > 80 ? ['HEAD', 'SHOULDER'] : ['BACK', 'WRIST'];
  return [...ofExpansion, 'CHEST', 'LEGS', 'FEET', ...RINGS, 'MAIN_HAND'];
}

type Wearer = { gameVersion: GameVersion; level: number };

export function missingGear({ items }: EquipmentDocument, { gameVersion, level }: Wearer): MissingGear {
  const enchanted = enchantedSlots(gameVersion, level);
  const worn = new Set(items.map(({ slot }) => slot));
  return {
    enchantments: items
      .filter(
        ({ slot, inventoryType }) =>
          enchanted.includes(slot) || (slot === 'OFF_HAND' && WEAPON.test(inventoryType ?? '')),
      )
      .filter(({ enchantments }) => !enchantments.some(({ slot }) => slot === PERMANENT))
      .map(({ slot }) => slot),
    gems: items.flatMap(({ slot, gems }) => {
      const emptySockets = gems.filter((gem) => gem === null).length;
      return emptySockets > 0 ? [{ slot, emptySockets }] : [];
    }),
    slots: SLOTS.filter((slot) => !worn.has(slot)),
  };
}

export const PERMANENT = 0;
