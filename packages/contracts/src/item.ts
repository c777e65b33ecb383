/** Items of the game, by branch: the same id can be another item in another one. */
import { z } from 'zod';
import { GameLocaleInput } from './game-data.ts';
import { queryInteger } from './primitives.ts';

export const ItemQuality = z
  .enum(['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom'])
  .meta({ id: 'ItemQuality' });
export type ItemQuality = z.infer<typeof ItemQuality>;

export const ItemSlot = z
  .enum([
    ...['head', 'neck', 'shoulder', 'back', 'chest', 'wrist', 'hands', 'waist', 'legs', 'feet'],
    ...['finger', 'trinket', 'weapon', 'off_hand', 'other'],
  ] as const)
  .meta({ id: 'ItemSlot', description: '`other` is what shows no place on a character, such as a token' });
export type ItemSlot = z.infer<typeof ItemSlot>;

export const MAX_ITEM_ID = 2_147_483_647;

/** An item that the platform has not told of is named by its id. */
export const ItemRef = z
  .object({
    id: z.int(),
    name: z.string().meta({ description: '`Item 12345` while the game platform has not named it' }),
    quality: ItemQuality.nullable().meta({ description: 'Null until its document has been read' }),
    slot: ItemSlot.nullable().meta({ description: 'Null until its document has been read' }),
  })
  .meta({
    id: 'Item',
    examples: [{ id: 87156, name: 'Legguards of Resounding Rings', quality: 'epic', slot: 'legs' }],
  });
export type ItemRef = z.infer<typeof ItemRef>;

export const EncounterItemsInput = z.object({
  encounterId: queryInteger({ min: 1, max: MAX_ITEM_ID, description: 'Id of an encounter', example: 668 }),
  locale: GameLocaleInput,
});
export type EncounterItemsInput = z.infer<typeof EncounterItemsInput>;
