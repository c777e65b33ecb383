import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** Finishes a deferred answer whose process died: otherwise the person would see “thinking” for 15 minutes. */
export const answerInteractionJob = defineJob({
  name: 'answer-interaction',
  payload: z.object({ interactionId: z.string() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 60, retryLimit: 8, deleteAfterSeconds: 3600 },
  concurrency: 2,
  key: ({ interactionId }) => interactionId,
});
