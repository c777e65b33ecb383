import { z } from 'zod';
import { defineJob, defineSweep, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** Names that every list needs: classes, races and realms. */
export const referenceSyncJob = defineSweep('reference-sync');

/** Seasons of keystone dungeons, and which of them runs. */
export const seasonSyncJob = defineSweep('season-sync');

/** Specializations, professions with their recipes, factions. */
export const catalogueSyncJob = defineSweep('catalogue-sync');

/** Documents of items that something refers to. */
export const readItemsJob = defineSweep('read-items');

/** A scheduled job carries no session and opens its own when it runs. */
export const journalSyncJob = defineJob({
  name: 'journal-sync',
  payload: z.object({ sessionId: z.uuid().optional() }),
  queue: RELIABLE_QUEUE,
  concurrency: 1,
});
