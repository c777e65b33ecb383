import { z } from 'zod';
import { defineJob, defineSweep, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** Enrichment that people wait for: one job per character, however often it is requested. */
export const enrichCharacterJob = defineJob({
  name: 'enrich-character',
  payload: z.object({
    characterId: z.uuid(),
    /** The sender of the job has just fetched the profile. */
    profileAsked: z.boolean(),
  }),
  // Kept for an hour only: there are tens of thousands a day.
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 12,
  background: true,
  key: ({ characterId }) => characterId,
});

/**
 * Enrichment that no person waits for. Its own queue, because its jobs block their lanes for the rest of the hour once the
 * background share is used up, while people still have to be served.
 */
export const scheduledEnrichmentJob = defineJob({
  name: 'enrich-character-scheduled',
  payload: z.object({ characterId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 4,
  background: true,
  key: ({ characterId }) => characterId,
});

/** The public profiles of a guild's members. Its own queue, so that neither people nor their characters wait for it. */
export const readRosterJob = defineJob({
  name: 'read-roster',
  payload: z.object({ organizationId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 2,
  background: true,
  key: ({ organizationId }) => organizationId,
});

export const readRostersJob = defineSweep('read-rosters', { deleteAfterSeconds: 24 * 3600 });

export const refreshStaleCharactersJob = defineSweep('refresh-stale-characters', { deleteAfterSeconds: 24 * 3600 });

export const forgetStaleCharactersJob = defineSweep('forget-stale-characters');
