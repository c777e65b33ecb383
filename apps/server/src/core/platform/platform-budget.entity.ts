import { defineEntity, p } from '@mikro-orm/core';

/** The request budget of a platform, shared by all processes: see `platform-budget.ts`. */
export const PlatformBudget = defineEntity({
  name: 'PlatformBudget',
  properties: {
    platform: p.text().primary(),
    nextAt: p.datetime(6),
    hourStart: p.datetime(6),
    hourUsed: p.integer().default(0),
    /** The end of the longest pause the platform has asked for. */
    pausedUntil: p.datetime(6).nullable(),
  },
});
