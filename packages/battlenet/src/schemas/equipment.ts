import { z } from 'zod';
import { Int, LocalizedText, orEmpty, orNull, Reference, TypedName } from './primitives.ts';

const Enchantment = z.object({
  enchantment_id: Int,
  /**
   * 0 permanent, 1 temporary, 6 an added socket, 7 engineering on-use effects. The Classic games list no sockets: their
   * gems are in 2 to 4, and 5 is the bonus of an item whose sockets are all filled by its colours.
   */
  enchantment_slot: orNull(z.object({ id: Int })),
  /** As the game shows it, including its markup for icons. */
  display_string: LocalizedText,
  source_item: orNull(Reference).catch(null),
});

/** An empty socket has no `item`. Not every kind takes a gem: engineers put devices into those of the kind TINKER. */
const Socket = z.object({
  item: orNull(Reference),
  bonus_list: orEmpty(Int),
  socket_type: orNull(TypedName).catch(null),
});

/** `level.value` is the item level. The list leaves empty slots out. */
const EquippedItem = z.object({
  item: Reference,
  slot: TypedName,
  name: LocalizedText,
  quality: orNull(TypedName),
  level: orNull(z.object({ value: z.number() })),
  bonus_list: orEmpty(Int),
  enchantments: orEmpty(Enchantment),
  sockets: orEmpty(Socket),
  modified_crafting_stat: orEmpty(z.object({ id: Int, name: LocalizedText.catch(null) })),
  /** The line below the name, e.g. Mythic+, Hero 3/6, Fortune Crafted. */
  name_description: orNull(z.object({ display_string: LocalizedText })).catch(null),
  /** E.g. Unique-Equipped: Embellished (2). */
  limit_category: LocalizedText.catch(null),
  spells: orEmpty(z.object({ spell: orNull(Reference) })).catch([]),
  timewalker_level: orNull(Int),
  set: orNull(z.object({ item_set: orNull(Reference) })),
  inventory_type: orNull(TypedName).catch(null),
});

/** GET …/equipment. The list is empty, not missing, for a character that wears nothing. */
export type CharacterEquipment = z.infer<typeof CharacterEquipment>;
export const CharacterEquipment = z.object({ equipped_items: z.array(EquippedItem) });
