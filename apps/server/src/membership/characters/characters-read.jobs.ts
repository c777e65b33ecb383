import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** The characters of a person have been read from the game platform: for what has waited for them. */
export const charactersReadJob = defineJob({
  name: 'characters-read',
  payload: z.object({ userId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 2,
  key: ({ userId }) => userId,
});
