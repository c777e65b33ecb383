import { defineEntity, p } from '@mikro-orm/core';

/** Counters of the rate limiter, shared by all processes; the limiter library writes and clears them. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    expire: p.bigint().nullable().index(),
  },
});
