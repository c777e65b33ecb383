import { z } from 'zod';
import { Int, LocalizedText, orNull, Reference, TypedName } from './primitives.ts';

/** GET /data/wow/item/{id}, in every branch of the game. Stats and item level are those of the item without bonuses. */
export type Item = z.infer<typeof Item>;
export const Item = z.object({
  id: Int,
  name: LocalizedText,
  quality: orNull(TypedName),
  /** `NON_EQUIP` for what cannot be worn, such as the token of a tier. */
  inventory_type: orNull(TypedName),
  item_class: orNull(Reference),
  item_subclass: orNull(Reference),
});
