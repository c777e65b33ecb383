import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../core/jobs/job.ts';

/** Syncs what nobody waits for, or what took longer than a person waits. */
export const guildSyncJob = defineJob({
  name: 'guild-sync',
  payload: z.object({ organizationId: z.uuid(), types: z.array(GuildSyncType) }),
  queue: RELIABLE_QUEUE,
  concurrency: 2,
});
