import { z } from 'zod';
import { defineJob, defineSweep, RELIABLE_QUEUE, retriedFor } from '../core/jobs/job.ts';
import { EMAIL_CHANGE_MINUTES } from './email-change.entity.ts';

/** Retried as long as the link is valid. The payload names the change, so no token lies in a queue. */
export const sendEmailChangeJob = defineJob({
  name: 'send-email-change',
  payload: z.object({ emailChangeId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, expireInSeconds: 120, ...retriedFor(EMAIL_CHANGE_MINUTES, { everySeconds: 30 }) },
  concurrency: 2,
});

/** Tells an address that it no longer signs in to an account. Retried for a day: the mail may reveal a theft. */
export const tellOldAddressJob = defineJob({
  name: 'tell-old-address',
  payload: z.object({ userId: z.uuid(), oldEmail: z.string() }),
  queue: { ...RELIABLE_QUEUE, expireInSeconds: 120, ...retriedFor(24 * 60, { everySeconds: 60 }) },
  concurrency: 2,
});

/** Erases all people who asked for it. Nightly, too, in case a job was lost. */
export const erasePeopleJob = defineSweep('erase-people');
