import { z } from 'zod';
import { defineJob, defineSweep, EVERY_MINUTE, RELIABLE_QUEUE, retriedFor } from '../../core/jobs/job.ts';

/** The person who connected a server first: all servers of one person share the queues as one. */
export const firstConnectorOf = (serverId: string) =>
  `(select p.confirmed_by_id from chat_server_proof p where p.server_id = ${serverId} order by p.confirmed_at, p.id limit 1)`;

/** That person in the job for a server; jobs that the version before queued name none. */
export const connectorInJob = z.uuid().nullable().default(null);

/**
 * Shows what is due in one channel, for a turn. `later` continues after a pause; its own key keeps it from delaying what is new.
 * The rows say what is due, so nothing is lost with a job: `find-discord-work` looks for them every minute.
 */
export const showDuePostsJob = defineJob({
  name: 'show-due-posts',
  payload: z.object({
    channelId: z.string(),
    serverId: z.string().nullable(),
    personId: connectorInJob,
    later: z.boolean().optional(),
  }),
  queue: { ...RELIABLE_QUEUE, ...retriedFor(2, { everySeconds: 10 }), policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 8,
  key: ({ channelId, later }) => (later ? `${channelId} later` : channelId),
  share: { owner: ({ personId, serverId, channelId }) => personId ?? serverId ?? channelId, most: 2 },
});

/** Makes the scheduled events of one server what they are to be. The rows say what is due, as for channels. */
export const mirrorEventsJob = defineJob({
  name: 'mirror-events',
  payload: z.object({ serverId: z.string(), personId: connectorInJob }),
  queue: { ...RELIABLE_QUEUE, ...retriedFor(2, { everySeconds: 10 }), policy: 'exclusive', deleteAfterSeconds: 3600 },
  concurrency: 4,
  key: ({ serverId }) => serverId,
  share: { owner: ({ personId, serverId }) => personId ?? serverId, most: 2 },
});

/** Finds what no change announces: events that come near, sign-ups that close, channels to look at again. */
export const findDiscordWorkJob = defineSweep('find-discord-work', EVERY_MINUTE);

/** Tells one administrator by mail. Retried for a day. */
export const mailTokenRefusedJob = defineJob({
  name: 'mail-token-refused',
  payload: z.object({ notificationId: z.uuid() }),
  queue: { ...RELIABLE_QUEUE, expireInSeconds: 120, ...retriedFor(24 * 60, { everySeconds: 60 }) },
  concurrency: 1,
});

/** Asks once a day whether the bot is still in each server, because Discord does not tell. */
export const checkDiscordServersJob = defineJob({
  name: 'check-discord-servers',
  payload: z.object({}),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive' },
  concurrency: 1,
  background: true,
  key: () => 'all',
});
