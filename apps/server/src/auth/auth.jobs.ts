import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/job.ts';

export const cleanUpJob = defineJob({
  name: 'clean-up',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 1,
  key: () => 'all',
});

/** The payload names the request, not the token: that is made when the mail is, and lies in no queue. */
export const sendMagicLinkJob = defineJob({
  name: 'send-magic-link',
  payload: z.object({ magicLinkId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, expireInSeconds: 120 },
  concurrency: 4,
});
