import { defineSweep } from '../core/jobs/job.ts';

/** Counts what `GET /admin/stats` shows. */
export const countUsageJob = defineSweep('count-usage');
