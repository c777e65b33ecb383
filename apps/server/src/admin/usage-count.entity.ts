import type { AdminStatsView } from '@guildhall/contracts/admin.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../core/db/columns.ts';

/** The numbers of the whole service as they were last counted, in the only row. */
export const UsageCount = defineEntity({
  name: 'UsageCount',
  properties: {
    id: p.integer().primary().autoincrement(false),
    counts: p.json<Omit<AdminStatsView, 'countedAt'>>(),
    /** How long it took to count them. */
    ms: p.integer(),
    countedAt: instant().defaultRaw('now()'),
  },
});
