import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/jobs/job.ts';

/** What people wait for: one job a character, however often it is asked for. */
export const enrichCharacterJob = defineJob({
  name: 'enrich-character',
  payload: z.object({
    characterId: z.uuid(),
    /** Whoever queued the job has asked for the profile a moment ago. */
    profileAsked: z.boolean(),
  }),
  // Kept for an hour only: there are tens of thousands a day.
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 12,
  background: true,
  key: ({ characterId }) => characterId,
});

/**
 * What nobody waits for: in a queue of its own, because its jobs sit in their lanes for the rest of an hour whose
 * background share is used up, and people are served meanwhile.
 */
export const scheduledEnrichmentJob = defineJob({
  name: 'enrich-character-scheduled',
  payload: z.object({ characterId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 4,
  background: true,
  key: ({ characterId }) => characterId,
});

export const refreshStaleJob = defineJob({
  name: 'refresh-stale-characters',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', deleteAfterSeconds: 24 * 3600 },
  concurrency: 1,
  key: () => 'all',
});

export const forgetStaleJob = defineJob({
  name: 'forget-stale-characters',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 1,
  key: () => 'all',
});
