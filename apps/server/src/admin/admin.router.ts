import {
  AdminLogInput,
  AdminLogView,
  AdminStatsView,
  AdminUsersInput,
  AdminUsersView,
  AdminUserView,
  JobInput,
  JobsChangedView,
  JobsHealthView,
  JobView,
  QueueInput,
  QueueJobsInput,
  QueueJobsView,
  SetAdminInput,
  SyncStatusView,
} from '@guildhall/contracts/admin.ts';
import { NoInput } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../core/http/rest-routes.ts';
import { adminProcedure, freshAdminProcedure, router } from '../core/http/trpc.ts';
import { listAdminLog } from '../people/admin-log.ts';
import { listAdmins, searchUsers } from './admin-users.queries.ts';
import { jobsHealth, listJobs } from './jobs.queries.ts';
import { cancelJob, cancelWaitingJobs, retryFailedJobs, retryJob } from './manage-jobs.ts';
import { setAdmin } from './set-admin.ts';
import { adminStats, syncStatus } from './stats.queries.ts';

const rest = restRoutes('Administration');
const read = (...route: Parameters<typeof rest.get>) => adminProcedure.meta({ openapi: rest.get(...route) });

export const adminRouter = router({
  admins: read(
    '/admin/admins',
    'All administrators',
    'In one answer, by name. `POST /admin/admins/{userId}` makes somebody one.',
  )
    .input(NoInput)
    .output(z.array(AdminUserView))
    .query(({ ctx }) => listAdmins(ctx.app)),

  users: read('/admin/users', 'Find people', 'By part of the name or address, or by the full id.')
    .input(AdminUsersInput)
    .output(AdminUsersView)
    .query(({ ctx, input }) => searchUsers(ctx.app, input)),

  setAdmin: freshAdminProcedure
    .meta({
      refusals: { 409: 'It is the last administrator (`last_admin`)' },
      openapi: rest.post(
        '/admin/admins/{userId}',
        'Grant or revoke administrator rights',
        'Takes effect with the next request of that person.',
      ),
    })
    .input(SetAdminInput)
    .output(AdminUserView)
    .mutation(({ ctx, input }) => setAdmin(ctx.app, ctx.actor, input)),

  log: read('/admin/audit-log', 'Actions of administrators, newest first', 'In pages: who did what to whom and when.')
    .input(AdminLogInput)
    .output(AdminLogView)
    .query(({ ctx, input }) => listAdminLog(ctx.app, input)),

  stats: read('/admin/stats', 'Usage statistics of the platform', 'Up to half a minute old.')
    .input(NoInput)
    .output(AdminStatsView)
    .query(({ ctx }) => adminStats(ctx.app)),

  syncStatus: read(
    '/admin/sync-status',
    'The latest syncs of rosters, of the journal and of the catalogue',
    'Of each kind the latest 25, newest first, running ones too.',
  )
    .input(NoInput)
    .output(SyncStatusView)
    .query(({ ctx }) => syncStatus(ctx.app)),

  jobs: read(
    '/admin/jobs',
    'State of the job queues',
    'Over all processes: how many jobs wait, run and have failed in each queue, how long the oldest waits, and how many workers are connected.',
  )
    .input(NoInput)
    .output(JobsHealthView)
    .query(({ ctx }) => jobsHealth(ctx.app)),

  queueJobs: read('/admin/jobs/{queue}', 'Jobs of a queue, newest first', 'Finished jobs are kept for a week.')
    .input(QueueJobsInput)
    .output(QueueJobsView)
    .query(({ ctx, input }) => listJobs(ctx.app, input)),

  retryFailedJobs: adminProcedure
    .meta({
      refusals: { 409: 'The same work was queued at the same moment (`job_state`)' },
      openapi: rest.post(
        '/admin/jobs/{queue}/retry',
        'Try all failed jobs of a queue again',
        'At most a thousand at once. The newest of several failures of the same work is tried again.',
      ),
    })
    .input(QueueInput)
    .output(JobsChangedView)
    .mutation(({ ctx, input }) => retryFailedJobs(ctx.app, ctx.actor, input)),

  cancelWaitingJobs: adminProcedure
    .meta({
      openapi: rest.post(
        '/admin/jobs/{queue}/cancel',
        'Cancel all jobs of a queue that wait now',
        'At most a thousand at once. Jobs that run, and jobs for later, stay.',
      ),
    })
    .input(QueueInput)
    .output(JobsChangedView)
    .mutation(({ ctx, input }) => cancelWaitingJobs(ctx.app, ctx.actor, input)),

  retryJob: adminProcedure
    .meta({
      refusals: { 409: 'The job has not failed, or the same work is already queued (`job_state`)' },
      openapi: rest.post(
        '/admin/jobs/{queue}/{jobId}/retry',
        'Retry a failed job',
        'If a sync failed with it (`internal` or `interrupted`), the sync resumes in its session where it stopped.',
      ),
    })
    .input(JobInput)
    .output(JobView)
    .mutation(({ ctx, input }) => retryJob(ctx.app, ctx.actor, input)),

  cancelJob: adminProcedure
    .meta({
      refusals: { 409: 'It has already ended (`job_state`)' },
      openapi: rest.post(
        '/admin/jobs/{queue}/{jobId}/cancel',
        'Cancel a job',
        'A waiting job does not start; a running one is told to stop. It is written to the log of administrators. 404 for a job that does not exist, 409 for one that has ended.',
      ),
    })
    .input(JobInput)
    .output(JobView)
    .mutation(({ ctx, input }) => cancelJob(ctx.app, ctx.actor, input)),
});
