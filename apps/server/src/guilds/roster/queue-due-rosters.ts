/**
 * Decides which guilds are synced on schedule: each every six hours, at an offset of its own, so that they do not all
 * come at once; guilds whose members used the service most recently come first.
 */
import type { SyncRostersInput } from '@guildhall/contracts/roster.ts';
import type { SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import type { Actor } from '../../core/actor.ts';
import { advisoryLock } from '../../core/db/advisory-lock.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAdminLog } from '../../identity/people/admin-log.ts';
import { scheduledRosterSyncJob } from '../guild-sync/guilds.jobs.ts';
import { settleTransfers } from './transfers.ts';

const PERIOD_SECONDS = 6 * 3600;
/** Needs an organization `o` in scope: skips guilds synced within the hour, for whatever reason. */
export const ROSTER_IS_STALE = `(o.roster_synced_at is null or o.roster_synced_at < now() - interval '1 hour')`;
/** A sweep takes far more than the platform's budget allows; the next one finds the rest. */
const MOST_AT_ONCE = 5_000;
/** Only members who used the service within this many days affect the order. */
const ACTIVE_DAYS = 30;

/** A guild's offset in the period: stable over time and across processes. */
const PHASE = `(hashtext(o.id::text) & 2147483647) % ${PERIOD_SECONDS}`;
const TURN = `to_timestamp(floor((extract(epoch from now()) - ${PHASE}) / ${PERIOD_SECONDS}) * ${PERIOD_SECONDS} + ${PHASE})`;

/** After these a sync is repeated an hour later: the platform could not say, or what it said was held. */
const SAID_NOTHING = `('roster_shrank', 'platform_unavailable', 'platform_forbidden', 'platform_rate_limited', 'platform_answer_malformed', 'interrupted')`;

/** An attempt is enough; otherwise every sweep would ask for a guild that the platform no longer has. */
const HAD_ITS_TURN = `exists (
  select from sync_session s where s.subject_id = o.id and s.kind = 'roster' and s.trigger = 'schedule'
    and s.created_at >= ${TURN} and (s.status = 'completed' or coalesce(s.error_reason, '') not in ${SAID_NOTHING}
      or s.created_at > now() - interval '1 hour'))`;

const IS_SYNCED = `o.source = 'synced' and o.archived_at is null`;

const due = (when: string, limit: number | 'all' = MOST_AT_ONCE) => query({ organizationId: 'uuid', priority: 'int' })`
  with due as materialized (
    select o.id, o.roster_synced_at from organization o where ${IS_SYNCED} and ${when}
  )
  select o.id as "organizationId",
    coalesce(greatest(0, ${ACTIVE_DAYS} - floor(extract(epoch from now() - active.used_at) / 86400)), 0)::int as priority
  from due o
  left join lateral (
    select max(s.last_used_at) as used_at from membership m join session s on s.user_id = m.user_id
    where m.organization_id = o.id and m.left_at is null
  ) active on true
  order by active.used_at desc nulls last, o.roster_synced_at nulls first, o.id limit ${limit}`;

const DUE = due(`${ROSTER_IS_STALE} and not ${HAD_ITS_TURN}`);
const STALE = due(ROSTER_IS_STALE, 'all');
const ALL = due('true', 'all');

const RECENT = query({ count: 'int' })`
  select count(*)::int as count from organization o where ${IS_SYNCED} and not ${ROSTER_IS_STALE}`;

/** The job behind the schedule. */
export async function sweepRosters(ctx: AppContext): Promise<void> {
  const { queued } = await ctx.transact((tx) => queueRosters(tx, DUE, { trigger: 'schedule' }));
  await settleTransfers(ctx);
  if (queued > 0) ctx.log.info({ queued }, 'rosters are due');
}

/** Lets an administrator sync all guilds ahead of schedule, or, if `force` is false, those not synced within the hour. */
export async function syncRosters(ctx: AppContext, actor: Actor, { force = true }: SyncRostersInput) {
  return ctx.transact(async (tx) => {
    const { queued, found } = await queueRosters(tx, force ? ALL : STALE, { trigger: 'admin', force });
    const recent = force ? 0 : (await tx.sql.one(RECENT)).count;
    await writeAdminLog(tx.sql, actor, { action: 'rosters_queued', details: { queued, force } });
    return { queued, recentlySynced: recent, alreadyWaiting: found - queued };
  });
}

/** A sync that waits on schedule would look again whether it is due. Matches the queue's own index. */
const FORCE = statement`
  update pgboss.job set data = data || $3::jsonb where name = $1 and coalesce(singleton_key, '') = any($2::text[])
    and policy = 'exclusive' and state <= 'active' and state <> 'active'`;

async function queueRosters(tx: UnitOfWork, which: typeof DUE, how: { trigger: SyncTrigger; force?: boolean }) {
  // Two transactions that queue the same jobs in different orders would deadlock.
  await advisoryLock(tx.sql, 'due-rosters');
  const guilds = await tx.sql.many(which);
  const queued = await tx.enqueueAll(
    scheduledRosterSyncJob,
    guilds.map(({ organizationId, priority }) => ({ payload: { organizationId, ...how }, priority })),
  );
  if (how.force && queued < guilds.length)
    await tx.sql.run(FORCE, [scheduledRosterSyncJob.name, guilds.map(({ organizationId }) => organizationId), how]);
  return { queued, found: guilds.length };
}
