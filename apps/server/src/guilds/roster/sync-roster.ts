/** The job behind a roster sync: applies the roster, then fetches each member's last login; resumable. */
import type { Priority } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { GuildRoster } from '@guildhall/battlenet/schemas/guild.ts';
import type { Faction } from '@guildhall/contracts/organization.ts';
import type { SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { JobPayload, JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { runSync } from '../../core/syncs/run-sync.ts';
import { advanceSyncSession, type ClaimedSync, openSyncSession, type SyncEnd } from '../../core/syncs/sync-session.ts';
import { notifyHolders } from '../../membership/notifications/notify.ts';
import { factionOfRace } from '../../reference/game-data/playable.ts';
import { rosterSyncJob, type scheduledRosterSyncJob } from '../guild-sync/guilds.jobs.ts';
import { factionOf } from '../guild-sync/platform-values.ts';
import { queueStaleGuildSync } from '../guild-sync/refresh-guild.ts';
import {
  type Asking,
  askUnderGuildName,
  findSyncedGuild,
  placeOfGuild,
  type SyncedGuild,
} from '../guild-sync/synced-guild.ts';
import { applyRoster, confirmRoster, recordMissingGuild } from './apply-roster.ts';
import { ROSTER_IS_STALE } from './queue-due-rosters.ts';
import { FIRST_MEMBER, refreshMembers } from './refresh-members.ts';
import { confirmsRemoval, type RosterHold, type RosterRemoval } from './roster-brake.ts';

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
    and (exists (select from sync_session s where s.id = $2) or $3::boolean or ${ROSTER_IS_STALE})`;

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
      await ctx.transact((tx) => recordMissingGuild(tx, organizationId));
    throw error;
  });
  const apply = (isConfirmed?: boolean) =>
    ctx.transact(async (tx): Promise<{ end?: SyncEnd } | { unconfirmed: RosterRemoval }> => {
      const applied = answer
        ? await applyRoster(tx, organizationId, answer, isConfirmed)
        : await confirmRoster(tx, organizationId);
      if ('unconfirmed' in applied) return applied;
      if (applied.hold) {
        const { hold, removed } = applied;
        if (hold.asksAgain) await tx.enqueue(rosterSyncJob, { organizationId }, { startAfter: hold.seconds });
        if (hold.isNew) await notifyHolders(tx, 'canViewOfficerData', { kind: 'roster_held', organizationId });
        // Counts nothing, but makes sure that a lost fence leaves no hold behind.
        await advanceSyncSession(tx.sql, fence, {});
        return { end: held(hold, removed) };
      }
      const { added, updated, removed, transfers } = applied;
      // Members who may be the same character before and after a transfer.
      if (transfers > 0) await notifyHolders(tx, 'canManageRoster', { kind: 'transfer_waiting', organizationId });
      // Phase two of a scheduled sync counts by itself how many members it asks for.
      const counted = urgency.which === 'all' ? await tx.sql.one(MEMBER_COUNT, [organizationId]) : null;
      const total = counted?.total ?? 0;
      const session = await advanceSyncSession(tx.sql, fence, { total, added, updated, removed, cursor: FIRST_MEMBER });
      tx.afterCommit(() => ctx.realtime.publishSync(session));
      return {};
    });
  let applied = await apply();
  if ('unconfirmed' in applied) {
    applied = await apply(await confirmsRemoval(ctx, guild, applied.unconfirmed, answer?.lastModified ?? null, asking));
  }
  return 'end' in applied ? applied.end : undefined;
}

const MEMBER_COUNT = query({ total: 'int?' })`select member_count as total from organization where id = $1`;

const held = ({ seconds }: RosterHold, removed: number): SyncEnd => ({
  status: 'held',
  reason: 'roster_shrank',
  message: `The platform's answer ${removed > 0 ? `would remove ${removed} members at once` : 'has no members'}, so it was not applied. It is checked again in ${Math.ceil(seconds / 60)} minutes.`,
});

export type RosterMember = ReturnType<typeof membersOf>[number];
export type RosterAnswer = {
  members: RosterMember[];
  guildName: string;
  faction: Faction | null;
  lastModified: string | null;
};

/** Fetches the platform's roster of a guild: one request, or a few more after the guild was renamed. */
async function fetchRoster(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<RosterAnswer> {
  const { data, lastModified } = await askUnderGuildName(
    ctx,
    guild,
    asking,
    (call, named) => ctx.battlenet.guildRoster({ ...call, ifModifiedSince: named.lastModified }, named),
    (roster) => roster.guild,
  );
  const { name, faction } = data.guild;
  return { members: membersOf(data), guildName: name, faction: factionOf(faction?.type), lastModified };
}

function membersOf(roster: GuildRoster) {
  const members = roster.members.map(({ character, rank }) => ({
    realmId: character.realm.id,
    characterId: character.id,
    name: character.name,
    realmSlug: character.realm.slug,
    level: character.level,
    classId: character.playable_class.id,
    raceId: character.playable_race.id,
    faction:
      factionOf(character.faction?.type) ??
      factionOfRace(character.playable_race.id) ??
      factionOf(roster.guild.faction?.type),
    rank,
  }));
  // By identity, so that a member listed twice counts once: with the lower rank, which has a higher number.
  const byRank = members.toSorted((one, other) => one.rank - other.rank);
  return [...new Map(byRank.map((member) => [`${member.realmId}/${member.characterId}`, member])).values()];
}
