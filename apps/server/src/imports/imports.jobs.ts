import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/jobs/job.ts';

const ofRun = { payload: z.object({ importId: z.uuid() }), queue: { ...RELIABLE_QUEUE, policy: 'exclusive' as const } };
const key = ({ importId }: { importId: string }) => importId;

/** Finds whom the rows of a run name. */
export const matchImportJob = defineJob({ name: 'match-import', ...ofRun, concurrency: 1, key });
/** Writes the rows of a run, some at a time. */
export const applyImportJob = defineJob({ name: 'apply-import', ...ofRun, concurrency: 1, key });
/** Takes back what a run wrote, where it has not changed since. */
export const undoImportJob = defineJob({ name: 'undo-import', ...ofRun, concurrency: 1, key });
