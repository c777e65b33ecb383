import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/job.ts';

export const referenceSyncJob = defineJob({
  name: 'reference-sync',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 1,
  key: () => 'all',
});
