import { z } from 'zod';

/** The person who connected a server first: all servers of one person share the queues as one. */
export const connectedBy = (serverId: string) =>
  `(select p.confirmed_by_id from chat_server_proof p where p.server_id = ${serverId} order by p.confirmed_at, p.id limit 1)`;

/** That person in the job for a server; jobs that the version before queued name none. */
export const personId = z.uuid().nullable().default(null);
