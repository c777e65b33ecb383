import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/jobs/job.ts';

/** Removes pictures of the platforms that were fetched weeks ago. */
export const mediaPurgeJob = defineJob({
  name: 'media-purge',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 1,
  key: () => 'all',
});
