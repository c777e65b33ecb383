import type { JobPayload, JobRun } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import type { guildSyncJob } from './guilds.jobs.ts';
import { runGuildSync } from './run-guild-sync.ts';
import { findSyncedGuild } from './synced-guild.ts';

/** Runs syncs that nobody waits for. Failures are logged, and retried after a later roster sync. */
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
