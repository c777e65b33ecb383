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
import { z } from 'zod';
import { adminProcedure, freshAdminProcedure, router } from '../core/http/trpc.ts';
import { listAdminLog } from '../people/admin-log.ts';
import { listAdmins, searchUsers } from './admin-users.queries.ts';
import { jobsHealth, listJobs } from './jobs.queries.ts';
import { cancelJob, cancelWaitingJobs, retryFailedJobs, retryJob } from './manage-jobs.ts';
import { setAdmin } from './set-admin.ts';
import { adminStats } from './stats.queries.ts';
import { syncStatus } from './sync-status.queries.ts';

const tags = ['Administration'];
const get = (path: `/${string}`, summary: string, description?: string) => ({
  openapi: { method: 'GET' as const, path, tags, summary, ...(description ? { description } : {}) },
});

export const adminRouter = router({
  admins: adminProcedure
    .meta(get('/admin/admins', 'All administrators'))
    .input(z.object({}))
    .output(z.array(AdminUserView))
    .query(({ ctx }) => listAdmins(ctx.app)),

  users: adminProcedure
    .meta(get('/admin/users', 'Find people', 'By a part of the name or of the address, or by the whole id.'))
    .input(AdminUsersInput)
    .output(AdminUsersView)
    .query(({ ctx, input }) => searchUsers(ctx.app, input)),

  setAdmin: freshAdminProcedure
    .meta({
      refusals: { 409: 'It is the last administrator (`last_admin`)' },
      openapi: {
        method: 'POST',
        path: '/admin/admins/{userId}',
        tags,
        summary: 'Make somebody an administrator, or no longer',
        description: 'Takes effect with the next request of that person.',
      },
    })
    .input(SetAdminInput)
    .output(AdminUserView)
    .mutation(({ ctx, input }) => setAdmin(ctx.app, ctx.actor, input)),

  log: adminProcedure
    .meta(get('/admin/audit-log', 'Actions of administrators, newest first'))
    .input(AdminLogInput)
    .output(AdminLogView)
    .query(({ ctx, input }) => listAdminLog(ctx.app, input)),

  stats: adminProcedure
    .meta(get('/admin/stats', 'How much the platform is used', 'Up to half a minute old.'))
    .input(z.object({}))
    .output(AdminStatsView)
    .query(({ ctx }) => adminStats(ctx.app)),

  syncStatus: adminProcedure
    .meta(get('/admin/sync-status', 'The latest syncs of rosters, of the journal and of the catalogue'))
    .input(z.object({}))
    .output(SyncStatusView)
    .query(({ ctx }) => syncStatus(ctx.app)),

  jobs: adminProcedure
    .meta(get('/admin/jobs', 'How the job queues stand'))
    .input(z.object({}))
    .output(JobsHealthView)
    .query(({ ctx }) => jobsHealth(ctx.app)),

  queueJobs: adminProcedure
    .meta(get('/admin/jobs/{queue}', 'Jobs of a queue, newest first', 'Jobs that are done are kept for a week.'))
    .input(QueueJobsInput)
    .output(QueueJobsView)
    .query(({ ctx, input }) => listJobs(ctx.app, input)),

  retryFailedJobs: adminProcedure
    .meta({
      refusals: { 409: 'The same work was queued at the same moment (`job_state`)' },
      openapi: {
        method: 'POST',
        path: '/admin/jobs/{queue}/retry',
        tags,
        summary: 'Try all failed jobs of a queue again',
        description: 'At most a thousand at once. Of several failures of the same work the newest is tried again.',
      },
    })
    .input(QueueInput)
    .output(JobsChangedView)
    .mutation(({ ctx, input }) => retryFailedJobs(ctx.app, ctx.actor, input)),

  cancelWaitingJobs: adminProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/jobs/{queue}/cancel',
        tags,
        summary: 'Cancel all jobs of a queue that wait now',
        description: 'At most a thousand at once. Jobs that run, and jobs for later, stay.',
      },
    })
    .input(QueueInput)
    .output(JobsChangedView)
    .mutation(({ ctx, input }) => cancelWaitingJobs(ctx.app, ctx.actor, input)),

  retryJob: adminProcedure
    .meta({
      refusals: { 409: 'It was not given up, or the same work is waiting already (`job_state`)' },
      openapi: {
        method: 'POST',
        path: '/admin/jobs/{queue}/{jobId}/retry',
        tags,
        summary: 'Try a failed job again',
        description:
          'A sync that failed with it, as `internal` or `interrupted`, goes on in its session where it stopped.',
      },
    })
    .input(JobInput)
    .output(JobView)
    .mutation(({ ctx, input }) => retryJob(ctx.app, ctx.actor, input)),

  cancelJob: adminProcedure
    .meta({
      refusals: { 409: 'It has ended already (`job_state`)' },
      openapi: { method: 'POST', path: '/admin/jobs/{queue}/{jobId}/cancel', tags, summary: 'Cancel a job' },
    })
    .input(JobInput)
    .output(JobView)
    .mutation(({ ctx, input }) => cancelJob(ctx.app, ctx.actor, input)),
});
