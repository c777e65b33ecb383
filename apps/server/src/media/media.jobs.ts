import { defineSweep } from '../core/jobs/job.ts';

/** Removes pictures of the platforms that were fetched weeks ago. */
export const mediaPurgeJob = defineSweep('media-purge');
