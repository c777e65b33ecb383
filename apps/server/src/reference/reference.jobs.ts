import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/jobs/job.ts';

/** Names that every list needs: classes, races and realms. */
export const referenceSyncJob = defineJob({
  name: 'reference-sync',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 1,
  key: () => 'all',
});

/** Specializations, professions with their recipes, factions. */
export const catalogueSyncJob = defineJob({
  name: 'catalogue-sync',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 1,
  key: () => 'all',
});

/** A scheduled job carries no session and opens its own when it runs. */
export const journalSyncJob = defineJob({
  name: 'journal-sync',
  payload: z.object({ sessionId: z.uuid().optional() }),
  queue: RELIABLE_QUEUE,
  concurrency: 1,
});
