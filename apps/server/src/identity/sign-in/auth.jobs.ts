import { z } from 'zod';
import { defineJob, defineSweep, RELIABLE_QUEUE, retriedFor } from '../../core/jobs/job.ts';
import { MAGIC_LINK_MINUTES } from './magic-link.entity.ts';

export const cleanUpJob = defineSweep('clean-up');

/** Retried as long as the link is valid. The payload names the request, so no token lies in a queue. */
export const sendMagicLinkJob = defineJob({
  name: 'send-magic-link',
  payload: z.object({ magicLinkId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, expireInSeconds: 120, ...retriedFor(MAGIC_LINK_MINUTES, { everySeconds: 10 }) },
  concurrency: 4,
});
