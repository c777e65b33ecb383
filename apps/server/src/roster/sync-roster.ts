/** The job behind a roster sync: applies the roster, then fetches each member's last login; resumable. */
import type { Priority } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import { query, statement } from '../core/db/statement.ts';
import type { JobPayload, JobRun } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import { runSync } from '../core/syncs/run-sync.ts';
import { advanceSyncSession, type ClaimedSync, openSyncSession, type SyncEnd } from '../core/syncs/sync-session.ts';
import type { Asking } from '../guilds/guild-name.ts';
import { queueStaleGuildSync } from '../guilds/refresh-guild.ts';
import { rosterSyncJob, type scheduledRosterSyncJob } from '../guilds/roster.jobs.ts';
import { findSyncedGuild, placeOfGuild, type SyncedGuild } from '../guilds/synced-guild.ts';
import { notifyHolders } from '../notifications/notify.ts';
import { applyRoster, confirmRoster, removalBy } from './apply-roster.ts';
import { fetchRoster, type RosterAnswer } from './fetch-roster.ts';
import { missGuild } from './missing-guild.ts';
import { IS_STALE } from './queue-due-rosters.ts';
import { FIRST_MEMBER, refreshMembers } from './refresh-members.ts';
import { type Hold, needsSecondSource } from './roster-brake.ts';
import { confirmsRemoval } from './second-source.ts';

const GONE: SyncEnd = { status: 'failed', reason: 'guild_not_found', message: 'The guild was deleted.' };
const ARCHIVED: SyncEnd = {
  status: 'failed',
  reason: 'organization_archived',
  message: 'The guild was archived before this sync had its turn. Its roster stays as it was.',
};

export async function syncRoster(
  ctx: AppContext,
  { sessionId, organizationId }: JobPayload<typeof rosterSyncJob>,
  run: JobRun,
): Promise<void> {
  const session = sessionId ?? (await openSession(ctx, organizationId, 'schedule', run));
  await syncIn(ctx, session, organizationId, WATCHED, run);
}

export async function syncScheduledRoster(
  ctx: AppContext,
  { organizationId, trigger, force = false }: JobPayload<typeof scheduledRosterSyncJob>,
  run: JobRun,
): Promise<void> {
  if ((await ctx.sql.run(STILL_WANTED, [organizationId, run.jobId, force])) === 0) return;
  await syncIn(ctx, await openSession(ctx, organizationId, trigger, run), organizationId, UNWATCHED, run);
}

/** The job may have waited long. An attempt that has begun, whose session has the job's id, is always finished. */
const STILL_WANTED = statement`
  select from organization o where o.id = $1 and o.archived_at is null
    and (exists (select from sync_session s where s.id = $2) or $3::boolean or ${IS_STALE})`;

const openSession = ({ sql }: AppContext, organizationId: string, trigger: SyncTrigger, run: JobRun) =>
  openSyncSession(sql, { kind: 'roster', subjectId: organizationId, trigger }, run);

/** How urgently to ask the platform for the roster, and for its members one by one. */
type Urgency = { roster: Priority; members: Priority; which: 'all' | 'due' };
/** A person's sync may not wait for the next hour's budget, because it would keep all others from starting. */
const WATCHED: Urgency = { roster: 'interactive', members: 'watched', which: 'all' };
const UNWATCHED: Urgency = { roster: 'background', members: 'background', which: 'due' };

const MEMBERS_LATER: SyncEnd = {
  status: 'completed',
  reason: 'platform_rate_limited',
  message:
    'The roster is up to date. Last logins follow with a later sync: the game platform wants fewer requests right now.',
};

async function syncIn(ctx: AppContext, id: string, organizationId: string, urgency: Urgency, run: JobRun) {
  await runSync(ctx, id, run, async (sync, about) => {
    let guild = await findSyncedGuild(ctx.sql, organizationId);
    if (guild) about(placeOfGuild(guild));
    // A cursor means that an earlier attempt has already applied the roster.
    if (guild && !guild.archived && sync.row.cursor === null) {
      const hold = await phaseOne(ctx, guild, sync, urgency, run.signal);
      if (hold) return hold;
      guild = await findSyncedGuild(ctx.sql, organizationId);
    }
    if (!guild) return GONE;
    if (guild.archived) return ARCHIVED;
    const startedAt = new Date(sync.row.startedAt ?? Date.now());
    const position = sync.row.cursor ?? FIRST_MEMBER;
    const asking = { priority: urgency.members, signal: run.signal };
    const members = { fence: sync.fence, guild, startedAt, asking, members: urgency.which };
    const refreshed = await refreshMembers(ctx, members, position);
    await queueStaleGuildSync(ctx, organizationId);
    return refreshed === 'all' ? { status: 'completed' } : MEMBERS_LATER;
  });
}

/** The end of the sync if the brake holds it; otherwise the roster was applied. */
async function phaseOne(
  ctx: AppContext,
  guild: SyncedGuild,
  { fence }: ClaimedSync,
  urgency: Urgency,
  signal: AbortSignal,
): Promise<SyncEnd | undefined> {
  const { organizationId } = guild;
  const asking = { priority: urgency.roster, signal };
  const answer = await fetchRoster(ctx, guild, asking).catch(async (error) => {
    if (error instanceof BattlenetError && error.kind === 'not_modified') return null;
    if (error instanceof BattlenetError && error.kind === 'not_found')
      await ctx.transact((tx) => missGuild(tx, organizationId));
    throw error;
  });
  const isConfirmed = answer !== null && (await isConfirmedElsewhere(ctx, guild, answer, asking));
  return ctx.transact(async (tx) => {
    const applied = answer
      ? await applyRoster(tx, organizationId, answer, { isConfirmed })
      : await confirmRoster(tx, organizationId);
    if (applied.hold) {
      const { hold, removed } = applied;
      if (hold.asksAgain) await tx.enqueue(rosterSyncJob, { organizationId }, { startAfter: hold.seconds });
      if (hold.isNew) await notifyHolders(tx, 'canViewOfficerData', { kind: 'roster_held', organizationId });
      // Counts nothing, but makes sure that a lost fence leaves no hold behind.
      await advanceSyncSession(tx.sql, fence, {});
      return held(hold, removed);
    }
    const { added, updated, removed, transfers } = applied;
    // Members who may be the same character before and after a transfer.
    if (transfers > 0) await notifyHolders(tx, 'canManageRoster', { kind: 'transfer_waiting', organizationId });
    // Phase two of a scheduled sync counts by itself how many members it asks for.
    const counted = urgency.which === 'all' ? await tx.sql.one(MEMBER_COUNT, [organizationId]) : null;
    const total = counted?.total ?? 0;
    const session = await advanceSyncSession(tx.sql, fence, { total, added, updated, removed, cursor: FIRST_MEMBER });
    tx.afterCommit(() => ctx.realtime.publishSync(session));
    return undefined;
  });
}

async function isConfirmedElsewhere(ctx: AppContext, guild: SyncedGuild, answer: RosterAnswer, asking: Asking) {
  const removal = await removalBy(ctx.sql, guild.organizationId, answer);
  if (!(await needsSecondSource(ctx.sql, guild.organizationId, removal))) return false;
  return confirmsRemoval(ctx, guild, removal, answer.lastModified, asking);
}

const MEMBER_COUNT = query({ total: 'int?' })`select member_count as total from organization where id = $1`;

const held = ({ seconds }: Hold, removed: number): SyncEnd => ({
  status: 'held',
  reason: 'roster_shrank',
  message: `The platform's answer ${removed > 0 ? `would remove ${removed} members at once` : 'has no members'}, so it was not applied. It is checked again in ${Math.ceil(seconds / 60)} minutes.`,
});
