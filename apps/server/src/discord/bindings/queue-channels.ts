import { query } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { firstConnectorOf, showDuePostsJob } from './discord.jobs.ts';

/** No server where nothing is bound any more and messages are only deleted. */
const OF_SERVERS = query({ channelId: 'text', serverId: 'text?', personId: 'uuid?' })`
  select c.id as "channelId", s.id as "serverId", ${firstConnectorOf('s.id')} as "personId"
  from (select distinct unnest($1::text[]) as id) c
  cross join lateral (select min(b.server_id) as id from discord_binding b where b.channel_id = c.id) s order by c.id`;

/** Queues the lanes of channels where something is to be shown. */
export async function queueChannels(tx: UnitOfWork, channels: { channelId: string }[]): Promise<void> {
  if (channels.length === 0) return;
  const ids = channels.map(({ channelId }) => channelId);
  for (const channel of await tx.sql.many(OF_SERVERS, [ids])) await tx.enqueue(showDuePostsJob, channel);
}
