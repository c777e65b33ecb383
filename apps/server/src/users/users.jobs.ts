import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/job.ts';

/** The payload names the change, not the token: that is made when the mail is, and lies in no queue. */
export const sendEmailChangeJob = defineJob({
  name: 'send-email-change',
  payload: z.object({ emailChangeId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, expireInSeconds: 120 },
  concurrency: 2,
});

/** Tells an address that it no longer signs in to an account. */
export const tellOldAddressJob = defineJob({
  name: 'tell-old-address',
  payload: z.object({ userId: z.uuid(), oldEmail: z.string() }),
  queue: { ...RELIABLE_QUEUE, expireInSeconds: 120 },
  concurrency: 2,
});
