import { z } from 'zod';
import { defineJob, defineSweep, EVERY_MINUTE, RELIABLE_QUEUE } from '../core/jobs/job.ts';
import { jobOfOrganization, ownerOfJob } from '../membership/rights/organization.access.ts';

/** Makes deliveries of an organization's changes. */
export const dispatchWebhooksJob = defineJob({
  name: 'dispatch-webhooks',
  payload: z.object(jobOfOrganization),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 300, retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 2,
  key: ({ organizationId }) => organizationId,
  share: { owner: ownerOfJob, most: 1 },
});

/**
 * Attempts what is due at one endpoint, for a turn. A receiver that does not answer holds its place for a whole timeout, so
 * an organization, and whoever founded several, has a share of the places. `at` tells a later run from others.
 */
export const deliverWebhooksJob = defineJob({
  name: 'deliver-webhooks',
  payload: z.object({ ...jobOfOrganization, endpointId: z.uuid(), at: z.string().nullable() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 16,
  key: ({ endpointId, at }) => (at === null ? endpointId : `${endpointId} ${at}`),
  share: { owner: ownerOfJob, most: 2 },
});

/** Looks every minute for changes and deliveries that nothing was queued for. */
export const queueDueDeliveriesJob = defineSweep('queue-due-deliveries', EVERY_MINUTE);
