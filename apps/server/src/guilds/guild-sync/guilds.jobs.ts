import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import { SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import { z } from 'zod';
import { defineJob, defineSweep, EVERY_MINUTE, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** Syncs that no person waits for, or that took longer than a person waits. */
export const guildSyncJob = defineJob({
  name: 'guild-sync',
  payload: z.object({ organizationId: z.uuid(), types: z.array(GuildSyncType) }),
  queue: RELIABLE_QUEUE,
  concurrency: 2,
  share: { owner: ({ organizationId }) => organizationId, most: 1 },
});

/** A postponed job carries no session and opens its own when it runs; until then a person may start one at any time. */
export const rosterSyncJob = defineJob({
  name: 'roster-sync',
  payload: z.object({ sessionId: z.uuid().optional(), organizationId: z.uuid() }),
  queue: RELIABLE_QUEUE,
  concurrency: 4,
});

/** Syncs that no person waits for, one per guild. Their own queue keeps them from delaying a person's sync. */
export const scheduledRosterSyncJob = defineJob({
  name: 'roster-sync-scheduled',
  payload: z.object({ organizationId: z.uuid(), trigger: SyncTrigger, force: z.boolean().optional() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 2,
  background: true,
  key: ({ organizationId }) => organizationId,
});

/** Looks for guilds whose roster is due. */
export const rosterSweepJob = defineSweep('roster-sweep', EVERY_MINUTE);
