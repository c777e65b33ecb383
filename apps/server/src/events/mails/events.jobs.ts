import { z } from 'zod';
import { defineJob, defineSweep, EVERY_MINUTE, RELIABLE_QUEUE } from '../../core/jobs/job.ts';
import { jobOfOrganization, ownerOfJob } from '../../rights/founder.ts';

/** Periodic work on events, run every minute. */
export const advanceEventsJob = defineSweep('advance-events', EVERY_MINUTE);

/**
 * Sends one mail about an event; the queue never gives the same one to two workers. Nobody queues it a second time, so
 * its retries outlast a mail server outage of about an hour, and its expiry leaves room for a batch in which every mail
 * reaches its time limit.
 */
export const sendEventMailJob = defineJob({
  name: 'send-event-mail',
  payload: z.object({ ...jobOfOrganization, eventMailId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', retryLimit: 11, retryDelay: 10 },
  concurrency: 2,
  batch: 10,
  key: ({ eventMailId }) => eventMailId,
  share: { owner: ownerOfJob, most: 10 },
});
