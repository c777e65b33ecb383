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
import { listAdmins, searchUsers } from './admin-users.queries.ts';
import { jobsHealth, listJobs } from './jobs.queries.ts';
import { cancelJob, cancelWaitingJobs, retryFailedJobs, retryJob } from './manage-jobs.ts';
import { listNamedLog } from './names.queries.ts';
import { setAdmin } from './set-admin.ts';
import { adminStats, syncStatus } from './stats.queries.ts';

const rest = restRoutes('Administration');

export const adminRouter = router({
  admins: rest(adminProcedure, {
    route: 'GET /admin/admins',
    summary: 'All administrators',
    description: 'In one answer, by name. `POST /admin/admins/{userId}` makes a person one.',
  })
    .input(NoInput)
    .output(z.array(AdminUserView))
    .query(({ ctx }) => listAdmins(ctx.app)),

  users: rest(adminProcedure, {
    route: 'GET /admin/users',
    summary: 'Find people',
    description: 'By part of the name or address, or by the full id.',
  })
    .input(AdminUsersInput)
    .output(AdminUsersView)
    .query(({ ctx, input }) => searchUsers(ctx.app, input)),

  setAdmin: rest(freshAdminProcedure, {
    route: 'POST /admin/admins/{userId}',
    summary: 'Grant or revoke administrator rights',
    description: 'Takes effect with the next request of that person.',
    refusals: { 409: 'It is the last administrator (`last_admin`)' },
  })
    .input(SetAdminInput)
    .output(AdminUserView)
    .mutation(({ ctx, input }) => setAdmin(ctx.app, ctx.actor, input)),

  log: rest(adminProcedure, {
    route: 'GET /admin/audit-log',
    summary: 'Actions of administrators, newest first',
    description: 'In pages: who did what to whom and when.',
  })
    .input(AdminLogInput)
    .output(AdminLogView)
    .query(({ ctx, input }) => listNamedLog(ctx.app, input)),

  stats: rest(adminProcedure, {
    route: 'GET /admin/stats',
    summary: 'Usage statistics of the platform',
    description:
      'Up to half a minute old; where counting takes long, a few hours. `countedAt` says of when the numbers are.',
  })
    .input(NoInput)
    .output(AdminStatsView)
    .query(({ ctx }) => adminStats(ctx.app)),

  syncStatus: rest(adminProcedure, {
    route: 'GET /admin/sync-status',
    summary: 'The latest syncs of rosters, of the journal and of the catalogue',
    description: 'Of each kind the latest 25, newest first, running ones too.',
  })
    .input(NoInput)
    .output(SyncStatusView)
    .query(({ ctx }) => syncStatus(ctx.app)),

  jobs: rest(adminProcedure, {
    route: 'GET /admin/jobs',
    summary: 'State of the job queues',
    description:
      'Over all processes: how many jobs wait, run and have failed in each queue, how long the oldest waits, and how many workers are connected.',
  })
    .input(NoInput)
    .output(JobsHealthView)
    .query(({ ctx }) => jobsHealth(ctx.app)),

  queueJobs: rest(adminProcedure, {
    route: 'GET /admin/jobs/{queue}',
    summary: 'Jobs of a queue, newest first',
    description: 'Finished jobs are kept for a week.',
  })
    .input(QueueJobsInput)
    .output(QueueJobsView)
    .query(({ ctx, input }) => listJobs(ctx.app, input)),

  retryFailedJobs: rest(adminProcedure, {
    route: 'POST /admin/jobs/{queue}/retry',
    summary: 'Try all failed jobs of a queue again',
    description: 'At most a thousand at once. The newest of several failures of the same work is tried again.',
    refusals: { 409: 'The same work was queued at the same moment (`job_state`)' },
  })
    .input(QueueInput)
    .output(JobsChangedView)
    .mutation(({ ctx, input }) => retryFailedJobs(ctx.app, ctx.actor, input)),

  cancelWaitingJobs: rest(adminProcedure, {
    route: 'POST /admin/jobs/{queue}/cancel',
    summary: 'Cancel all jobs of a queue that wait now',
    description: 'At most a thousand at once. Jobs that run, and jobs for later, stay.',
  })
    .input(QueueInput)
    .output(JobsChangedView)
    .mutation(({ ctx, input }) => cancelWaitingJobs(ctx.app, ctx.actor, input)),

  retryJob: rest(adminProcedure, {
    route: 'POST /admin/jobs/{queue}/{jobId}/retry',
    summary: 'Retry a failed job',
    description:
      'If a sync failed with it (`internal` or `interrupted`), the sync resumes in its session where it stopped.',
    refusals: { 409: 'The job has not failed, or the same work is already queued (`job_state`)' },
  })
    .input(JobInput)
    .output(JobView)
    .mutation(({ ctx, input }) => retryJob(ctx.app, ctx.actor, input)),

  cancelJob: rest(adminProcedure, {
    route: 'POST /admin/jobs/{queue}/{jobId}/cancel',
    summary: 'Cancel a job',
    description:
      'A waiting job does not start; a running one is told to stop. It is written to the log of administrators. 404 for a job that does not exist, 409 for one that has ended.',
    refusals: { 409: 'It has already ended (`job_state`)' },
  })
    .input(JobInput)
    .output(JobView)
    .mutation(({ ctx, input }) => cancelJob(ctx.app, ctx.actor, input)),
});
