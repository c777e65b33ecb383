import type { LootSortKey } from '@guildhall/contracts/loot-policy.ts';
import { WishesSeenBy } from '@guildhall/contracts/wish.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** Decisions of a guild about its loot. Without a row the defaults hold. */
export const LootPolicy = defineEntity({
  name: 'LootPolicy',
  properties: {
    organization: () => p.oneToOne(Organization).primary().deleteRule('cascade'),
    wishAudience: p.enum(WishesSeenBy.options),
    /** By what candidates are ordered, the first key first. */
    sortKeys: p.array().$type<LootSortKey[]>().columnType('text[]').defaultRaw(`'{team,wish,gain,awards,attendance}'`),
    countedWeeks: p.smallint().default(6),
    /** In percent. */
    leastAttendance: p.smallint().default(75),
  },
});
export type LootPolicy = InferEntity<typeof LootPolicy>;
