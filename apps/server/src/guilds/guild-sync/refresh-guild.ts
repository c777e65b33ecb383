/** Syncs of a guild that no person waits for. */
import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import { query, text } from '../../core/db/statement.ts';
import type { JobPayload, JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { guildSyncJob } from './guilds.jobs.ts';
import { runGuildSync } from './run-guild-sync.ts';
import { findSyncedGuild } from './synced-guild.ts';

/** Those that were last synced about a day ago, or never. */
const STALE = query({ type: text(GuildSyncType.options) })`
  select wanted.type from unnest($2::text[]) as wanted(type)
  where not exists (select from guild_sync s where s.organization_id = $1 and s.type = wanted.type
    and s.synced_at > now() - interval '20 hours')`;

/** After a roster sync, queues the remaining syncs that are due. */
export async function queueStaleGuildSync(ctx: AppContext, organizationId: string): Promise<void> {
  await ctx.transact(async ({ sql, enqueue }) => {
    const stale = await sql.many(STALE, [organizationId, GuildSyncType.options]);
    if (stale.length > 0) await enqueue(guildSyncJob, { organizationId, types: stale.map(({ type }) => type) });
  });
}

/** Failures are logged, and retried after a later roster sync. */
export async function refreshGuild(
  ctx: AppContext,
  { organizationId, types }: JobPayload<typeof guildSyncJob>,
  { signal }: JobRun,
): Promise<void> {
  const guild = await findSyncedGuild(ctx.sql, organizationId);
  if (!guild || guild.archived) return;
  await runGuildSync(ctx, guild, types, { priority: 'background', signal, onDemand: false });
  // A stopping worker gives the job back.
  signal.throwIfAborted();
}
