import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/job.ts';

/** What becomes of events by itself, looked after every minute. */
export const tendEventsJob = defineJob({
  name: 'tend-events',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 300, retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 1,
  key: () => 'all',
});

/** One mail about an event. Never two workers at once for the same. */
export const sendEventMailJob = defineJob({
  name: 'send-event-mail',
  payload: z.object({ eventMailId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 120 },
  concurrency: 2,
  batch: 10,
  key: ({ eventMailId }) => eventMailId,
});
