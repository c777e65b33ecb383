import { versionOf } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterEquipment } from '@guildhall/battlenet/schemas/equipment.ts';
import type { EnchantmentQuality } from '@guildhall/contracts/gear.ts';
import { englishName } from '../../../reference/game-data/names.ts';

/** Documents that were stored before lack the optional fields. */
export type EquipmentDocument = { patch?: string | null; items: StoredItem[] };
type Item = ReturnType<typeof equipmentDocument>['items'][number];
type Since = 'label' | 'craftedStatNames' | 'embellishment';
export type StoredItem = Omit<Item, 'enchantments' | Since> &
  Partial<Pick<Item, Since>> & {
    enchantments: (Omit<Enchantment, 'quality' | 'source'> & Partial<Pick<Enchantment, 'quality' | 'source'>>)[];
  };
type Enchantment = Item['enchantments'][number];

/** Equipped items by slot. Gems are in the order of the sockets; an empty socket for a gem is null. */
export function equipmentDocument({ equipped_items }: CharacterEquipment) {
  return {
    /** The game version that produced the items. */
    patch: versionOf(equipped_items.map(({ item }) => item.key))?.patch ?? null,
    items: equipped_items.map((item) => ({
      slot: item.slot.type,
      itemId: item.item.id,
      name: withoutPictures(englishName(item.name)),
      quality: item.quality?.type ?? null,
      itemLevel: item.level?.value ?? null,
      bonusIds: item.bonus_list,
      /** Slot 0 is the permanent one. */
      enchantments: item.enchantments.flatMap(
        ({ enchantment_id: id, enchantment_slot, display_string, source_item }) => {
          if (!enchantment_slot) return [];
          const text = englishName(display_string);
          const source = source_item && { id: source_item.id, name: englishName(source_item.name) };
          return [{ slot: enchantment_slot.id, id, text: withoutPictures(text), quality: qualityIn(text), source }];
        },
      ),
      gems: item.sockets
        .filter((socket) => socket.item || !DEVICES.test(socket.socket_type?.type ?? ''))
        .map(
          (socket) =>
            socket.item && { id: socket.item.id, name: englishName(socket.item.name), bonusIds: socket.bonus_list },
        ),
      craftedStats: item.modified_crafting_stat.map(({ id }) => id),
      craftedStatNames: item.modified_crafting_stat.flatMap(({ name }) => englishName(name) ?? []),
      label: withoutPictures(englishName(item.name_description?.display_string ?? null)),
      embellishment: EMBELLISHED.test(englishName(item.limit_category) ?? '')
        ? { effects: item.spells.flatMap(({ spell }) => englishName(spell?.name ?? null) ?? []) }
        : null,
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

/** As in `Unique-Equipped: Embellished (2)`. */
const EMBELLISHED = /\bEmbellished\b/;

/** The game embeds pictures in its texts as markup, as in `Undertow |A:Quality-Tier3:20:20|a`. */
const withoutPictures = (text: string | null): string | null => text?.replace(/\|[AT][^|]*\|[at]/g, '').trim() || null;

/** The quality stands in the name of a picture: `…Quality-Tier3`, and since Midnight `…Quality-12-Tier2`. */
const QUALITY = /\|A:[^:|]*Quality-(?:(\d+)-)?Tier(\d)[:|]/;
/** Enchantments have three qualities in Dragonflight and The War Within, and two in Midnight. */
const QUALITIES: Record<string, number> = { '': 3, '12': 2 };

function qualityIn(text: string | null): EnchantmentQuality | null {
  const [, expansion = '', tier] = QUALITY.exec(text ?? '') ?? [];
  return tier === undefined ? null : { tier: Number(tier), of: QUALITIES[expansion] ?? null };
}
