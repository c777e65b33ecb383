import { defineSweep } from '../../core/jobs/job.ts';

/** Reads the reports of guilds whose raid is on or over, one guild after the other. */
export const readReportsJob = defineSweep('read-reports', { deleteAfterSeconds: 24 * 3600 });
