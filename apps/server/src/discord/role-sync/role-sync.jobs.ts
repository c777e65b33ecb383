import { z } from 'zod';
import { defineJob, defineSweep, EVERY_MINUTE, RELIABLE_QUEUE } from '../../core/jobs/job.ts';
import { connectorInJob } from '../bindings/discord.jobs.ts';

/** Gives and takes the roles of one chat server, for a turn. */
export const syncDiscordRolesJob = defineJob({
  name: 'sync-discord-roles',
  payload: z.object({ serverId: z.string(), personId: connectorInJob }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 4,
  background: true,
  key: ({ serverId }) => serverId,
  share: { owner: ({ personId, serverId }) => personId ?? serverId, most: 2 },
});

/** Looks every minute for chat servers where roles are to be given, taken or looked at. */
export const queueDueRoleSyncsJob = defineSweep('queue-due-role-syncs', EVERY_MINUTE);
