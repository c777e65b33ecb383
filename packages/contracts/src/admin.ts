import { z } from 'zod';
import { Pagination, pageInput } from './page.ts';
import { Id, Instant, lineOfText, PersonRef, SearchText } from './primitives.ts';
import { SyncSessionView } from './sync-session.ts';

const person = {
  id: '0199d3a0-0000-7000-8000-000000000001',
  displayName: 'Ysolde',
  email: 'ysolde@guild.example',
  avatarUrl: null,
  isAdmin: true,
  createdAt: '2026-11-20T20:00:00.000Z',
  lastActiveAt: '2026-11-20T21:00:00.000Z',
};

/** A person, as administrators see them. */
export const AdminUserView = z
  .object({
    id: z.string(),
    displayName: z.string(),
    email: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    isAdmin: z.boolean(),
    createdAt: Instant,
    lastActiveAt: Instant.nullable().meta({ description: 'Most recent use of any existing session' }),
  })
  .meta({ id: 'AdminUser', examples: [person] });
export type AdminUserView = z.infer<typeof AdminUserView>;

export const AdminUsersInput = z.object({
  q: SearchText.meta({ description: 'Part of a name or address, ignoring case; or a full id' }).optional(),
  ...pageInput,
});
export type AdminUsersInput = z.infer<typeof AdminUsersInput>;

export const AdminUsersView = z
  .object({ users: z.array(AdminUserView), pagination: Pagination })
  .meta({ id: 'AdminUsers' });
export type AdminUsersView = z.infer<typeof AdminUsersView>;

export const SetAdminInput = z.strictObject({
  userId: Id,
  isAdmin: z.boolean().meta({ description: 'Whether the person is to be an administrator' }),
});
export type SetAdminInput = z.infer<typeof SetAdminInput>;

export const AdminStatsView = z
  .object({
    users: z.object({
      total: z.int(),
      active24h: z.int(),
      active7d: z.int(),
      active30d: z.int(),
    }),
    guilds: z.object({ synced: z.int(), standalone: z.int(), archived: z.int() }),
    characters: z.object({ total: z.int(), verified: z.int(), archived: z.int() }),
    rosterMembers: z.int(),
    events: z.object({ total: z.int(), upcoming: z.int(), completed: z.int() }),
    signups: z.object({
      total: z.int().meta({ description: 'Event answers other than declined' }),
      upcoming: z.int().meta({ description: 'Of these, for upcoming events' }),
    }),
    images: z.object({ shown: z.int(), waiting: z.int() }),
    storage: z.object({ databaseBytes: z.int() }),
    countedAt: Instant.meta({ description: 'Of when the numbers are' }),
  })
  .meta({
    id: 'AdminStats',
    examples: [
      {
        users: { total: 1200, active24h: 210, active7d: 560, active30d: 840 },
        guilds: { synced: 41, standalone: 6, archived: 2 },
        characters: { total: 9200, verified: 8100, archived: 130 },
        rosterMembers: 31400,
        events: { total: 2600, upcoming: 190, completed: 2280 },
        signups: { total: 41800, upcoming: 2100 },
        images: { shown: 410, waiting: 2 },
        storage: { databaseBytes: 412_000_000 },
        countedAt: '2026-08-01T18:00:00.000Z',
      },
    ],
  });
export type AdminStatsView = z.infer<typeof AdminStatsView>;

export const RecentSyncView = SyncSessionView.extend({
  subjectName: z.string().nullable().meta({ description: 'The guild’s name; null if there is none' }),
}).meta({ id: 'RecentSync' });
export type RecentSyncView = z.infer<typeof RecentSyncView>;

export const SyncStatusView = z
  .object({
    rosters: z.array(RecentSyncView),
    journal: z.array(RecentSyncView),
    catalogue: z
      .array(RecentSyncView)
      .meta({ description: 'Classes, races, realms, specializations, factions, professions and recipes' }),
  })
  .meta({ id: 'SyncStatus' });
export type SyncStatusView = z.infer<typeof SyncStatusView>;

export const AdminAction = z
  .enum([
    'admin_granted',
    'admin_withdrawn',
    'job_retried',
    'job_cancelled',
    'jobs_retried',
    'jobs_cancelled',
    'dashboard_used',
    'image_approved',
    'image_rejected',
    'journal_sync_started',
    'catalogue_sync_started',
    'rosters_queued',
    'reports_queued',
    'holidays_seeded',
    'sync_ended',
    'onboarding_reset',
    'accounts_merged',
    'character_read',
    'character_archived',
    'character_restored',
    'character_made_main',
    'character_deleted',
    'character_refreshed',
    'organization_managed',
  ])
  .meta({ id: 'AdminAction' });
export type AdminAction = z.infer<typeof AdminAction>;

const PersonOrNull = PersonRef.nullable();

export const NamedThing = z
  .object({ id: z.string(), kind: z.enum(['organization', 'person', 'event', 'character']), name: z.string() })
  .meta({ id: 'NamedThing' });
export type NamedThing = z.infer<typeof NamedThing>;

export const AdminLogView = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        action: AdminAction,
        actor: PersonOrNull.meta({ description: 'Null for the operator of the platform, and for an erased account' }),
        person: PersonOrNull.meta({ description: 'The affected person, if any' }),
        details: z.record(z.string(), z.unknown()),
        at: Instant,
      }),
    ),
    names: z.array(NamedThing).meta({ description: 'Of the ids in `details` that have one' }),
    pagination: Pagination,
  })
  .meta({ id: 'AdminLog' });
export type AdminLogView = z.infer<typeof AdminLogView>;

export const AdminLogInput = z.object(pageInput);
export type AdminLogInput = z.infer<typeof AdminLogInput>;

export const QueueHealthView = z
  .object({
    name: z.string(),
    background: z
      .boolean()
      .meta({ description: 'No person waits for its jobs, so they may be queued for a long time' }),
    queued: z.int().meta({ description: 'Ready to run, including retries' }),
    active: z.int(),
    failed: z.int().meta({ description: 'Failed for good; kept for a week' }),
    deferred: z.int().meta({ description: 'Scheduled for later' }),
    completed24h: z.int().meta({
      description: 'Completed within 24 hours and still kept: short jobs that repeat are kept for an hour or more',
    }),
    oldestQueuedSeconds: z.int().nullable(),
    workers: z.int().meta({ description: 'Processes that work on this queue' }),
    lastError: z.object({ jobId: z.string(), message: z.string(), at: Instant }).nullable(),
  })
  .meta({
    id: 'QueueHealth',
    examples: [
      {
        name: 'roster-sync',
        background: false,
        queued: 3,
        active: 2,
        failed: 0,
        deferred: 40,
        completed24h: 512,
        oldestQueuedSeconds: 4,
        workers: 2,
        lastError: null,
      },
    ],
  });
export type QueueHealthView = z.infer<typeof QueueHealthView>;

export const JobsHealthView = z
  .object({
    healthy: z.boolean().meta({
      description:
        'A worker is running, and no job outside the background queues has waited for more than five minutes',
    }),
    workers: z.int(),
    queues: z.array(QueueHealthView),
  })
  .meta({ id: 'JobsHealth' });
export type JobsHealthView = z.infer<typeof JobsHealthView>;

export const JobState = z
  .enum(['created', 'retry', 'active', 'completed', 'cancelled', 'failed'])
  .meta({ id: 'JobState' });
export type JobState = z.infer<typeof JobState>;

const QueueName = lineOfText(100)
  .min(1)
  .meta({ description: 'Name of the queue', examples: ['roster-sync'] });

export const QueueJobsInput = z.object({
  queue: QueueName,
  state: JobState.meta({ description: 'Only jobs in this state' }).optional(),
  ...pageInput,
});
export type QueueJobsInput = z.infer<typeof QueueJobsInput>;

export const JobView = z
  .object({
    id: z.string(),
    state: JobState,
    payload: z.record(z.string(), z.unknown()),
    attempts: z.int(),
    createdAt: Instant,
    startsAt: Instant,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
    error: z.string().nullable(),
  })
  .meta({
    id: 'Job',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        state: 'failed',
        payload: { sessionId: '0199d3a0-0000-7000-8000-000000000002' },
        attempts: 5,
        createdAt: '2026-11-20T20:00:00.000Z',
        startsAt: '2026-11-20T20:00:00.000Z',
        startedAt: '2026-11-20T20:04:00.000Z',
        finishedAt: '2026-11-20T20:04:10.000Z',
        error: 'The game platform does not answer.',
      },
    ],
  });
export type JobView = z.infer<typeof JobView>;

export const QueueJobsView = z
  .object({
    jobs: z.array(JobView),
    names: z.array(NamedThing).meta({ description: 'Of the ids in payloads that have one' }),
    pagination: Pagination,
  })
  .meta({ id: 'QueueJobs' });
export type QueueJobsView = z.infer<typeof QueueJobsView>;

export const JobInput = z.strictObject({ queue: QueueName, jobId: Id });
export type JobInput = z.infer<typeof JobInput>;

export const QueueInput = z.strictObject({ queue: QueueName });
export type QueueInput = z.infer<typeof QueueInput>;

export const JobsChangedView = z
  .object({
    changed: z.int(),
    left: z.int().meta({
      description: 'Left as they are: work that waits or runs already, and what is beyond a thousand at once',
    }),
  })
  .meta({ id: 'JobsChanged', examples: [{ changed: 12, left: 1 }] });
export type JobsChangedView = z.infer<typeof JobsChangedView>;
