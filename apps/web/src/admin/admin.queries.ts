import type { JobsHealthView } from '@guildhall/contracts/admin.ts';
import { api, queryClient } from '../api/client.ts';

/** The socket does not report every job, so a visible page asks again every five seconds. */
const LOOK_AGAIN_MS = 5_000;

export const jobsHealth = () => ({ ...api.admin.jobs.queryOptions({}), refetchInterval: LOOK_AGAIN_MS });

export const failedJobs = ({ queues }: JobsHealthView) => queues.reduce((sum, { failed }) => sum + failed, 0);

export const jobsOf = (queue: string, state: JobStateFilter, page: number) => ({
  ...api.admin.queueJobs.queryOptions({ queue, page: String(page), ...(state ? { state } : {}) }),
  refetchInterval: LOOK_AGAIN_MS,
});

export const syncStatus = () => ({ ...api.admin.syncStatus.queryOptions({}), refetchInterval: LOOK_AGAIN_MS });

export const JOB_STATES = ['created', 'retry', 'active', 'failed', 'completed', 'cancelled'] as const;
export type JobStateFilter = (typeof JOB_STATES)[number] | undefined;

export const invalidateJobs = () =>
  Promise.all(
    [api.admin.jobs.pathKey(), api.admin.queueJobs.pathKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
