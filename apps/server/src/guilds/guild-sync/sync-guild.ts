import { GuildSyncType, type SyncGuildInput, type SyncResult } from '@guildhall/contracts/guild.ts';
import type { Actor } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { changeableRoster } from '../../membership/rights/organization.access.ts';
import { guildSyncJob } from './guilds.jobs.ts';
import { failedSyncResult, type GuildSyncResults, runGuildSync } from './run-guild-sync.ts';
import { startRosterSync } from './start-roster-sync.ts';
import { findSyncedGuild } from './synced-guild.ts';

/** The time a person waits for a few requests; a job continues what takes longer. */
const PATIENCE_MS = 10_000;

/** Runs several syncs of a guild for a waiting person. Each has a result of its own, and none fails the others. */
export async function syncGuild(ctx: AppContext, actor: Actor, { id, types }: SyncGuildInput) {
  const organizationId = await changeableRoster(ctx.sql, actor, id, 'sync');
  const [roster, others] = await Promise.all([
    types.includes('roster') ? startRoster(ctx, actor, organizationId) : undefined,
    syncOthers(
      ctx,
      organizationId,
      GuildSyncType.options.filter((type) => types.includes(type)),
    ),
  ]);
  return { results: { ...(roster ? { roster } : {}), ...others } };
}

async function startRoster(ctx: AppContext, actor: Actor, id: string): Promise<SyncResult> {
  try {
    return { status: 'queued', ...(await startRosterSync(ctx, actor, { id })) };
  } catch (error) {
    return failedSyncResult(ctx, 'roster', error);
  }
}

async function syncOthers(ctx: AppContext, organizationId: string, types: GuildSyncType[]): Promise<GuildSyncResults> {
  if (types.length === 0) return {};
  const guild = await findSyncedGuild(ctx.sql, organizationId);
  if (!guild) throw notFound('organization_not_found', 'There is no such organization.');
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const results = await runGuildSync(ctx, guild, types, { priority: 'interactive', signal, onDemand: true });
  const unfinished = types.filter((type) => results[type]?.status === 'queued');
  if (unfinished.length > 0) {
    await ctx.transact((tx) => tx.enqueue(guildSyncJob, { organizationId, types: unfinished }));
  }
  return results;
}
