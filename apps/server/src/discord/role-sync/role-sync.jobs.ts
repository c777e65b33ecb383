import { z } from 'zod';
import { defineJob, RELIABLE_QUEUE } from '../../core/jobs/job.ts';

/** Gives and takes the roles of one chat server. */
export const syncDiscordRolesJob = defineJob({
  name: 'sync-discord-roles',
  payload: z.object({ serverId: z.string() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 2,
  background: true,
  key: ({ serverId }) => serverId,
});

/** Looks every minute for chat servers where roles are to be given, taken or looked at. */
export const queueDueRoleSyncsJob = defineJob({
  name: 'queue-due-role-syncs',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 60, retryLimit: 1, deleteAfterSeconds: 3600 },
  concurrency: 1,
  key: () => 'all',
});
