/** The decisions of a guild about its loot. Every member may read them. */
import { z } from 'zod';
import { COUNTED_WEEKS, DEFAULT_SORT_KEYS, LOOT_SORT_KEYS } from './loot-meaning.ts';
import { bodyInteger, OrganizationRef } from './primitives.ts';
import { WishesSeenBy } from './wish.ts';

export const LootSortKey = z.enum(LOOT_SORT_KEYS).meta({
  id: 'LootSortKey',
  description:
    '`team`: main before trial, bench and social; `wish`: the place in the raider’s own order; `gain`: the higher gain, in tenths of a percent; `points`: the higher EP/GP, or the more points, in the pool that counts; `awards`: fewer awards that count; `attendance`: at least as much as the policy asks for. The unknown comes last',
});
export type LootSortKey = z.infer<typeof LootSortKey>;

export const LootPolicyView = z
  .object({
    wishesSeenBy: WishesSeenBy,
    order: z
      .array(LootSortKey)
      .max(LOOT_SORT_KEYS.length)
      .refine((keys) => new Set(keys).size === keys.length, 'must not name a key twice')
      .meta({ description: 'By what the candidates for an item are ordered, the first key first' }),
    weeks: bodyInteger({ min: 1, max: 52, description: 'For how long awards and attendance count', example: 6 }),
    leastAttendance: bodyInteger({ min: 1, max: 100, description: 'In percent', example: 75 }),
  })
  .meta({
    id: 'LootPolicy',
    examples: [{ wishesSeenBy: 'officers', order: [...DEFAULT_SORT_KEYS], weeks: COUNTED_WEEKS, leastAttendance: 75 }],
  });
export type LootPolicyView = z.infer<typeof LootPolicyView>;

export const LootPolicyInput = z.object({ id: OrganizationRef });
export type LootPolicyInput = z.infer<typeof LootPolicyInput>;

export const PutLootPolicyInput = z.strictObject({ id: OrganizationRef, ...LootPolicyView.partial().shape });
export type PutLootPolicyInput = z.infer<typeof PutLootPolicyInput>;
