import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import type { AppContext } from '../core/services/context.ts';
import { staleTypes } from './guild-sync-lease.ts';
import { guildSyncJob } from './guilds.jobs.ts';

/** Whoever has synced a roster leaves the rest of the guild to be looked at too, when that was not done for a day. */
export async function queueStaleGuildSync(ctx: AppContext, organizationId: string): Promise<void> {
  await ctx.transact(async ({ sql, enqueue }) => {
    const types = await staleTypes(sql, organizationId, GuildSyncType.options);
    if (types.length > 0) await enqueue(guildSyncJob, { organizationId, types });
  });
}
