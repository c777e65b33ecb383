import type { CharacterEquipment } from '@guildhall/battlenet/schemas/equipment.ts';
import { englishName } from './game-name.ts';

export type EquipmentDocument = ReturnType<typeof equipmentDocument>;

/** Equipped items by slot. Gems are in the order of the sockets; an empty socket for a gem is null. */
export function equipmentDocument({ equipped_items }: CharacterEquipment) {
  return {
    items: equipped_items.map((item) => ({
      slot: item.slot.type,
      itemId: item.item.id,
      name: englishName(item.name),
      quality: item.quality?.type ?? null,
      itemLevel: item.level?.value ?? null,
      bonusIds: item.bonus_list,
      /** Slot 0 is the permanent one. */
      enchantments: item.enchantments.flatMap(({ enchantment_id: id, enchantment_slot, display_string }) =>
        enchantment_slot ? [{ slot: enchantment_slot.id, id, text: withoutPictures(englishName(display_string)) }] : [],
      ),
      gems: item.sockets
        .filter((socket) => socket.item || !DEVICES.test(socket.socket_type?.type ?? ''))
        .map(
          (socket) =>
            socket.item && { id: socket.item.id, name: englishName(socket.item.name), bonusIds: socket.bonus_list },
        ),
      craftedStats: item.modified_crafting_stat.map(({ id }) => id),
      dropLevel: item.timewalker_level,
      setId: item.set?.item_set?.id ?? null,
      setName: englishName(item.set?.item_set?.name ?? null),
      /** E.g. TWOHWEAPON, SHIELD. */
      inventoryType: item.inventory_type?.type ?? null,
    })),
  };
}

/** Sockets for an engineer's tinkers and for punchcards, which take no gem. */
const DEVICES = /^(TINKER|PUNCHCARD)/;

/** The game embeds pictures in its texts as markup, as in `Undertow |A:Quality-Tier3:20:20|a`. */
const withoutPictures = (text: string | null): string | null => text?.replace(/\|[AT][^|]*\|[at]/g, '').trim() || null;
