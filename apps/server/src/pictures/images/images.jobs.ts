import { z } from 'zod';
import { defineJob, defineSweep, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** Removes the files of an image that nothing shows: one that was replaced or refused, or that never got a row. */
export const imageFilesJob = defineJob({
  name: 'image-files-removal',
  payload: z.object({ imageId: z.uuid() }),
  queue: RELIABLE_QUEUE,
  concurrency: 4,
  batch: 50,
});

/** Deletes pictures that were withdrawn before an administrator decided about them. */
export const imagePurgeJob = defineSweep('image-purge');
