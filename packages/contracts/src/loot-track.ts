import { z } from 'zod';
import { LOOT_TRACKS } from './loot-meaning.ts';

/** The difficulty at which an item dropped. */
export const LootTrack = z.enum(LOOT_TRACKS).meta({ id: 'LootTrack' });
export type LootTrack = z.infer<typeof LootTrack>;
