import { z } from 'zod';
import { defineJob, defineSweep, EVERY_MINUTE, RELIABLE_QUEUE } from '../core/jobs/job.ts';

/** Makes deliveries of an organization's changes. */
export const dispatchWebhooksJob = defineJob({
  name: 'dispatch-webhooks',
  payload: z.object({ organizationId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 300, retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 2,
  key: ({ organizationId }) => organizationId,
});

/** Attempts what is due at one endpoint; a slow receiver holds only this job. `at` tells a later run from others. */
export const deliverWebhooksJob = defineJob({
  name: 'deliver-webhooks',
  payload: z.object({ endpointId: z.uuid(), at: z.string().nullable() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 8,
  key: ({ endpointId, at }) => (at === null ? endpointId : `${endpointId} ${at}`),
});

/** Looks every minute for changes and deliveries that nothing was queued for. */
export const queueDueDeliveriesJob = defineSweep('queue-due-deliveries', EVERY_MINUTE);
