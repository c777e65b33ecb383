import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import type { AppContext } from '../core/services/context.ts';
import { staleTypes } from './guild-sync-lease.ts';
import { guildSyncJob } from './guilds.jobs.ts';

/** After a roster sync, queues the remaining syncs of a guild that are about a day old. */
export async function queueStaleGuildSync(ctx: AppContext, organizationId: string): Promise<void> {
  await ctx.transact(async ({ sql, enqueue }) => {
    const types = await staleTypes(sql, organizationId, GuildSyncType.options);
    if (types.length > 0) await enqueue(guildSyncJob, { organizationId, types });
  });
}
