import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** What becomes of events by itself, looked after every minute. */
export const tendEventsJob = defineJob({
  name: 'tend-events',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 300, retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 1,
  key: () => 'all',
});

/**
 * One mail about an event. Never two workers at once for the same. Nobody orders it a second time, so that it outlasts a
 * mail server that is away for about an hour; and a batch of it may meet the time limit of every one of its mails.
 */
export const sendEventMailJob = defineJob({
  name: 'send-event-mail',
  payload: z.object({ eventMailId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', retryLimit: 11, retryDelay: 10 },
  concurrency: 2,
  batch: 10,
  key: ({ eventMailId }) => eventMailId,
});
