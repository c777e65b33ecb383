import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';

/** Lets one worker of all processes write to a channel at a time, and says until when none may. */
export const DiscordLane = defineEntity({
  name: 'DiscordLane',
  properties: {
    channelId: p.text().primary(),
    jobId: p.uuid().nullable(),
    heldUntil: instant().nullable(),
    /** Discord asked for a pause, or does not answer. */
    resumeAt: instant().nullable(),
    /** Failures in a row, which lengthen the pause. */
    failures: p.integer().default(0),
  },
});
