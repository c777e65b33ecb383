import type { CharacterEquipment } from '@guildhall/battlenet/schemas/equipment.ts';
import { englishName } from '../game-name.ts';

/** What is worn, by slot: as much as a simulation needs. Gems are in the order of the sockets; an empty one is null. */
export type EquipmentDocument = { items: EquippedItem[] };

type EquippedItem = {
  slot: string;
  itemId: number;
  name: string | null;
  quality: string | null;
  itemLevel: number | null;
  bonusIds: number[];
  /** Slot 0 is the permanent one. */
  enchantments: { slot: number; id: number }[];
  gems: ({ id: number; bonusIds: number[] } | null)[];
  craftedStats: number[];
  dropLevel: number | null;
  setId: number | null;
};

export function equipmentDocument({ equipped_items }: CharacterEquipment): EquipmentDocument {
  return {
    items: equipped_items.map((item) => ({
      slot: item.slot.type,
      itemId: item.item.id,
      name: englishName(item.name),
      quality: item.quality?.type ?? null,
      itemLevel: item.level?.value ?? null,
      bonusIds: item.bonus_list,
      enchantments: item.enchantments.flatMap(({ enchantment_id: id, enchantment_slot }) =>
        enchantment_slot ? [{ slot: enchantment_slot.id, id }] : [],
      ),
      gems: item.sockets.map((socket) => socket.item && { id: socket.item.id, bonusIds: socket.bonus_list }),
      craftedStats: item.modified_crafting_stat.map(({ id }) => id),
      dropLevel: item.timewalker_level,
      setId: item.set?.item_set?.id ?? null,
    })),
  };
}
