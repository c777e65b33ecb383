import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/job.ts';

export const rosterSyncJob = defineJob({
  name: 'roster-sync',
  payload: z.object({ sessionId: z.uuid(), organizationId: z.uuid() }),
  queue: RELIABLE_QUEUE,
  concurrency: 4,
});
