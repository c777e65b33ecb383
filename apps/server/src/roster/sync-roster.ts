/** The job behind a roster sync: the roster at once, then every member's last login; resumable after any interruption. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { AppContext } from '../core/context.ts';
import { platformFailure } from '../core/platform-failure.ts';
import {
  advanceSyncSession,
  claimSyncSession,
  endSyncSession,
  type SyncEnd,
  type SyncFence,
  SyncFenceLost,
} from '../core/sync-session.ts';
import type { JobRun } from '../core/worker.ts';
import { type AppliedRoster, applyRoster, confirmRoster } from './apply-roster.ts';
import { fetchRoster, type SyncedGuild } from './fetch-roster.ts';
import { FIRST_MEMBER, refreshMembers } from './refresh-members.ts';
import { HOLD_MINUTES } from './roster-brake.ts';
import { queueRosterSync } from './start-roster-sync.ts';

const GUILD = `
  select id as "organizationId", region, game_version as "gameVersion", realm_slug as "realmSlug", name_slug as "nameSlug",
    platform_realm_id as "realmId", platform_guild_id::float8 as "guildId", roster_last_modified as "lastModified"
  from organization where id = $1 and source = 'synced'`;

type Payload = { sessionId: string; organizationId: string };

export async function syncRoster(ctx: AppContext, { sessionId, organizationId }: Payload, run: JobRun): Promise<void> {
  const claimed = await claimSyncSession(ctx.sql, sessionId, run);
  if (!claimed) return;
  const { fence, row } = claimed;
  try {
    const [guild] = await ctx.sql<SyncedGuild>(GUILD, [organizationId]);
    if (!guild) return await end(ctx, fence, { status: 'failed', reason: 'guild_not_found', message: 'The guild is gone.' });
    // A cursor means that an earlier attempt has applied the roster already.
    if (row.cursor === null && (await phaseOne(ctx, guild, fence, run)) === 'held') return;
    const startedAt = new Date(row.startedAt ?? Date.now());
    await refreshMembers(ctx, { fence, guild, startedAt, signal: run.signal }, row.cursor ?? FIRST_MEMBER);
    await end(ctx, fence, { status: 'completed' });
  } catch (error) {
    if (error instanceof SyncFenceLost) return;
    // A stopping worker gives the job back; the next one goes on from the cursor.
    if (run.signal.aborted) throw error;
    const failure = platformFailure(error) ?? (run.lastAttempt ? INTERNAL : undefined);
    if (!failure) throw error;
    ctx.log.warn({ err: error, sessionId }, 'roster sync failed');
    await end(ctx, fence, failure);
  }
}

const INTERNAL: SyncEnd = {
  status: 'failed',
  reason: 'internal',
  message: 'Something went wrong on our side. The roster stays as it was.',
};

async function phaseOne(ctx: AppContext, guild: SyncedGuild, fence: SyncFence, run: JobRun): Promise<'applied' | 'held'> {
  const answer = await fetchRoster(ctx, guild, run.signal).catch((error) => {
    if (error instanceof BattlenetError && error.kind === 'not_modified') return null;
    throw error;
  });
  const { organizationId } = guild;
  return ctx.transact(async (tx) => {
    let applied: AppliedRoster = { held: false, added: 0, updated: 0, removed: 0 };
    if (answer) applied = await applyRoster(tx, organizationId, answer);
    else await confirmRoster(tx, organizationId);
    if (applied.held) {
      const session = await endSyncSession(tx.sql, fence, held(applied.removed));
      const again = new Date(Date.now() + HOLD_MINUTES * 60_000);
      await queueRosterSync(ctx, tx, organizationId, 'schedule', null, again);
      tx.afterCommit(() => ctx.realtime.publishSync(session));
      return 'held';
    }
    const { added, updated, removed } = applied;
    const total = answer?.members.length ?? (await liveMembers(tx.sql, organizationId));
    const step = { total, added, updated, removed, cursor: FIRST_MEMBER };
    const session = await advanceSyncSession(tx.sql, fence, step);
    tx.afterCommit(() => ctx.realtime.publishSync(session));
    return 'applied';
  });
}

async function liveMembers(sql: AppContext['sql'], organizationId: string): Promise<number> {
  const text = 'select member_count as total from organization where id = $1';
  const [row] = await sql<{ total: number | null }>(text, [organizationId]);
  return row?.total ?? 0;
}

const held = (removed: number): SyncEnd => ({
  status: 'held',
  reason: 'roster_shrank',
  message: `The platform's answer would remove ${removed} members at once, so it was not applied. It is checked again in ${HOLD_MINUTES} minutes.`,
});

async function end(ctx: AppContext, fence: SyncFence, how: SyncEnd): Promise<void> {
  ctx.realtime.publishSync(await endSyncSession(ctx.sql, fence, how));
}
