import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

export const characterSyncJob = defineJob({
  name: 'character-sync',
  payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
  queue: RELIABLE_QUEUE,
  concurrency: 4,
});
