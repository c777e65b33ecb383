import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/job.ts';

/** A job for later carries no session and opens its own when it runs: until then a person may start one at any time. */
export const rosterSyncJob = defineJob({
  name: 'roster-sync',
  payload: z.object({ sessionId: z.uuid().optional(), organizationId: z.uuid() }),
  queue: RELIABLE_QUEUE,
  concurrency: 4,
});
