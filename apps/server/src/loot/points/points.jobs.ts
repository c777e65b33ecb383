import { defineSweep } from '../../core/jobs/job.ts';

/** Decays the pools that are due, one after the other. */
export const decayPointsJob = defineSweep('decay-points', { deleteAfterSeconds: 24 * 3600 });
