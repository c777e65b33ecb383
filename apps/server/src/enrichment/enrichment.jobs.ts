import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/job.ts';

/** One job a character, whoever asks for it and however often. */
export const enrichCharacterJob = defineJob({
  name: 'enrich-character',
  payload: z.object({
    characterId: z.uuid(),
    /** A person waits for it. */
    waitedFor: z.boolean(),
    /** Whoever queued the job has asked for the profile a moment ago. */
    profileAsked: z.boolean(),
  }),
  // Kept for an hour only: there are tens of thousands a day.
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 12,
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
