import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/jobs/job.ts';

/** Syncs that nobody waits for, or that took longer than a person waits. */
export const guildSyncJob = defineJob({
  name: 'guild-sync',
  payload: z.object({ organizationId: z.uuid(), types: z.array(GuildSyncType) }),
  queue: RELIABLE_QUEUE,
  concurrency: 2,
  share: { owner: ({ organizationId }) => organizationId, most: 1 },
});
