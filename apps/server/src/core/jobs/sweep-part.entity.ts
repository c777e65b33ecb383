import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../db/columns.ts';

/** When a part of a sweep was last done, and how it fails since. */
export const SweepPart = defineEntity({
  name: 'SweepPart',
  properties: {
    sweep: p.text().primary(),
    part: p.text().primary(),
    /** The first attempt, until it is done. */
    doneAt: instant().defaultRaw('now()'),
    /** Older than this it is late. */
    lateAfterSeconds: p.integer(),
    failedAt: instant().nullable(),
    error: p.text().nullable(),
  },
});

/** Where a sweep that works in shares goes on. Each sweep defines what its cursor means. */
export const SweepCursor = defineEntity({
  name: 'SweepCursor',
  properties: { name: p.text().primary(), position: p.text() },
});
