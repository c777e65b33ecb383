/** The job that gives and takes the roles of one chat server, a person at a time; it may be killed anywhere. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { causeOf } from '@guildhall/discord/error-codes.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import { isGone } from '@guildhall/discord/roles.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import type { JobPayload, JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { managesChatServer } from '../../guilds/chat/chat-server.access.ts';
import { notifyHolders } from '../../membership/notifications/notify.ts';
import { writeAudit, writeAudits } from '../../membership/rights/write-audit.ts';
import { codeOf, pauseOf, tellOfRefused, triesBefore, verdictOn } from '../bindings/refused-items.ts';
import { ROLE_SYNC_FAILURES } from './discord-role-sync.entity.ts';
import { grantKey, planRoles, type RolePlan } from './role-brake.ts';
import { blockGrant, forgetGrants, holdGrants, lookLater, putGrant, refuseGrant } from './role-grants.ts';
import { checkRoles } from './role-problems.ts';
import { syncDiscordRolesJob } from './role-sync.jobs.ts';
import { endRoleSync, roleSyncLease, type Stop } from './role-sync-lease.ts';
import { findDueServers, type RoleWish, roleWishes } from './role-wishes.ts';

export async function queueDueRoleSyncs(ctx: AppContext): Promise<void> {
  if (!ctx.discordBot) return;
  const servers = await findDueServers(ctx.sql);
  if (servers.length === 0) return;
  const jobs = servers.map((payload) => ({ payload }));
  await ctx.transact((tx) => tx.enqueueAll(syncDiscordRolesJob, jobs));
}

/** So many refusals in a row end a run: then the server is at fault. */
const REFUSALS = 3;
/** After so many people, other servers have their turn. */
const TURN = 100;

/** A server with a bot, and the job that holds its lease. */
type Server = { ctx: AppContext; bot: DiscordBot; serverId: string; run: JobRun; tally: Tally; refused: Refused };
/** Refusals of single roles and people in a run. */
type Refused = { inARow: number; last: DiscordError | null; hasChanged: boolean };
/** Roles given and taken, by organization. */
type Tally = Map<string, { given: number; taken: number }>;

export async function syncDiscordRoles(
  ctx: AppContext,
  { serverId, personId }: JobPayload<typeof syncDiscordRolesJob>,
  run: JobRun,
): Promise<void> {
  const bot = ctx.discordBot;
  if (!bot || !(await roleSyncLease.acquire(ctx.sql, [serverId], [run.jobId]))) return;
  const server: Server = {
    ctx,
    bot,
    serverId,
    run,
    tally: new Map(),
    refused: { inARow: 0, last: null, hasChanged: false },
  };
  let stop: Stop | null = null;
  let isMore = false;
  try {
    await confirmServersAgain(server);
    const plan = await plannedRoles(server);
    isMore = plan.userIds.length > TURN;
    await checkRoles(ctx, bot, serverId, run.signal);
    for (const userId of plan.userIds.slice(0, TURN)) {
      run.signal.throwIfAborted();
      if (!(await roleSyncLease.renew(ctx.sql, [serverId], run.jobId))) return;
      await patiently(run.signal, () => syncPerson(server, userId, plan.taking));
      if (server.refused.inARow >= REFUSALS) break;
    }
    stop = stopAfter(server.refused);
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    ctx.log.warn({ err: error, serverId }, 'the roles of a chat server wait');
    stop = stopOf(error);
    server.refused.last = error;
  } finally {
    await logRun(server);
    await tellOfStop(server, stop);
    await endRoleSync(ctx.sql, [serverId], run.jobId, [stop?.failure, stop?.pauseMs, stop?.longestMs]);
  }
  if (isMore && stop === null) await ctx.transact((tx) => tx.enqueue(syncDiscordRolesJob, { serverId, personId }));
}

const OLD = query({ organizationId: 'uuid', confirmerId: 'text' })`
  select p.organization_id as "organizationId", c.account_id as "confirmerId"
  from chat_server_proof p join account c on c.user_id = p.confirmed_by_id and c.provider_id = 'discord'
  where p.server_id = $1 and p.checked_at < now() - interval '1 day'
    and exists (select from discord_role_rule r where r.organization_id = p.organization_id and r.enabled_at is not null)`;

const CHECKED = statement`
  update chat_server_proof set checked_at = now() where organization_id = $1 and server_id = $2`;
const WITHDRAW = statement`delete from chat_server_proof where organization_id = $1 and server_id = $2`;

/** Once a day: a guild whose confirmer no longer manages the server has no say about its roles any more. */
async function confirmServersAgain({ ctx, bot, serverId, run }: Server): Promise<void> {
  for (const { organizationId, confirmerId } of await ctx.sql.many(OLD, [serverId])) {
    run.signal.throwIfAborted();
    try {
      const verdict = (await managesChatServer(bot, serverId, confirmerId)) ? CHECKED : WITHDRAW;
      await ctx.sql.run(verdict, [organizationId, serverId]);
    } catch (error) {
      // Nothing is known of this person, and the other guilds of the server go on.
      if (!(error instanceof DiscordError) || verdictOn(error, 0) === 'rest') throw error;
      ctx.log.warn({ err: error, serverId, organizationId }, 'Discord does not say who manages a chat server');
    }
  }
}

/** Forgets what was never ours, and sets or lifts the brake. */
async function plannedRoles({ ctx, serverId }: Server): Promise<RolePlan> {
  return ctx.transact(async (tx) => {
    const plan = planRoles(await roleWishes(tx.sql, serverId));
    await forgetGrants(tx.sql, serverId, plan.forgotten);
    await holdGrants(tx.sql, serverId, plan.unheld, false);
    await holdGrants(tx.sql, serverId, plan.holding, true);
    const held = Map.groupBy(plan.holding, ({ organizationId }) => organizationId);
    for (const [organizationId, removals] of held) {
      if (organizationId === null) continue;
      const details = { count: removals.length };
      await writeAudit(tx, organizationId, null, 'discord_roles_held', details);
      await notifyHolders(tx, 'canManageRoles', { kind: 'discord_roles_held', organizationId, details });
    }
    return plan;
  });
}

/** Rights are read again for each person, because a run over a large server takes minutes. */
async function syncPerson(server: Server, userId: string, taking: Set<string>): Promise<void> {
  const { ctx, bot, serverId, run } = server;
  const wishes = await roleWishes(ctx.sql, serverId, userId);
  if (wishes.length === 0) return;
  const member = await bot.member(serverId, userId, run.signal).catch((error: unknown) => {
    if (!(error instanceof DiscordError) || verdictOn(error, 0) === 'rest') throw error;
    return error;
  });
  if (member instanceof DiscordError) return refusePerson(server, wishes, member);
  for (const wish of wishes) {
    const has = member === null ? null : member.roles.includes(wish.roleId);
    if (wish.wished) await giveWished(server, wish, has);
    else if (taking.has(grantKey(wish))) await take(server, wish, has === true);
  }
}

/** Discord does not show this person: their roles wait, and the others go on. */
async function refusePerson(server: Server, wishes: RoleWish[], error: DiscordError): Promise<void> {
  await refused(server, error);
  const { ctx, serverId } = server;
  for (const wish of wishes) await lookLater(ctx.sql, serverId, wish, error);
}

/** Looks at the roles again, which stops those that explain the refusal. Throws when the server itself does. */
async function refused({ ctx, bot, serverId, run, refused: counted }: Server, error: DiscordError): Promise<void> {
  ctx.log.warn({ err: error, serverId }, 'Discord refuses a role or a person');
  // A refusal of one person or role says nothing about the server.
  if (error.scope !== 'item') counted.inARow += 1;
  counted.last = error;
  if (error.scope === 'place' || isOfRole(error)) await checkRoles(ctx, bot, serverId, run.signal);
}

/** `has` is null for a person who is not on the server. */
async function giveWished(server: Server, wish: RoleWish, has: boolean | null): Promise<void> {
  const { ctx, serverId } = server;
  const note = (state: NonNullable<RoleWish['state']>) => putGrant(ctx.sql, serverId, wish, state);
  switch (wish.state) {
    case null:
    case 'absent':
      return has === null ? note('absent') : has ? note('had') : give(server, wish);
    case 'giving':
      return has === null ? note('absent') : has ? note('given') : give(server, wish);
    case 'given':
    case 'had':
      return has === null ? note('absent') : note(has ? wish.state : 'taken');
    case 'taken':
      return note(has === true ? 'had' : 'taken');
  }
}

const MAY_BE_GIVEN = statement`
  select from discord_role_rule where server_id = $1 and discord_role_id = $2 and enabled_at is not null and problem is null`;

async function give(server: Server, wish: RoleWish): Promise<void> {
  const { ctx, bot, serverId, run } = server;
  await putGrant(ctx.sql, serverId, wish, 'giving');
  try {
    await bot.giveRole({ ...wish, serverId, reason: 'Given by Guildhall, by a rule of the guild' }, run.signal);
  } catch (error) {
    if (isGone(error)) return putGrant(ctx.sql, serverId, wish, 'absent');
    if (!(error instanceof DiscordError) || verdictOn(error, 0) === 'rest') throw error;
    await refused(server, error);
    // Nothing was given, so nothing is ours.
    if ((await ctx.sql.run(MAY_BE_GIVEN, [serverId, wish.roleId])) > 0) return refuseGrant(ctx, serverId, wish, error);
    return forgetGrants(ctx.sql, serverId, [{ ...wish, state: 'giving' }]);
  }
  await putGrant(ctx.sql, serverId, wish, 'given');
  succeeded(server);
  count(server, wish, 'given');
}

async function take(server: Server, wish: RoleWish, has: boolean): Promise<void> {
  const { ctx, bot, serverId, run } = server;
  if (has) {
    try {
      await bot.takeRole({ ...wish, serverId, reason: 'Taken by Guildhall, which had given it' }, run.signal);
    } catch (error) {
      if (!(error instanceof DiscordError) || verdictOn(error, 0) === 'rest') throw error;
      await blockGrant(
        ctx,
        serverId,
        wish,
        error,
        isOfRole(error) ? '1 day' : pauseOf(error, triesBefore(error, wish) + 6),
      );
      return isOfRole(error) ? undefined : refused(server, error);
    }
    succeeded(server);
    count(server, wish, 'taken');
  }
  await forgetGrants(ctx.sql, serverId, [wish]);
}

const OF_ROLE: readonly unknown[] = ['unknown_role', 'missing_permissions', 'invalid_role'];

/** Refused because of this role. */
const isOfRole = (error: unknown) => error instanceof DiscordError && OF_ROLE.includes(error.refusal);

/** The longest pause that a run sits out. */
const PATIENCE_MS = 20_000;

/** Waits for a short pause that the platform asked for, and then does the person's roles again. */
async function patiently(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const ms = error instanceof DiscordError && error.kind === 'rate_limited' ? error.retryAfterMs : undefined;
      if (ms === undefined || ms > PATIENCE_MS) throw error;
      await sleep(ms, undefined, { signal });
    }
  }
}

const [MINUTE, DAY] = [60_000, 24 * 3_600_000];

function stopOf(error: DiscordError): Stop {
  const { kind, refusal, retryAfterMs = MINUTE } = error;
  if (kind === 'rate_limited') return { failure: null, pauseMs: retryAfterMs, longestMs: DAY };
  if (kind === 'unauthorized') return { failure: 'unauthorized', pauseMs: 10 * MINUTE, longestMs: 60 * MINUTE };
  if (refusal === 'unknown_server' || refusal === 'missing_access')
    return { failure: 'bot_removed', pauseMs: DAY, longestMs: DAY };
  return pauseFor(error);
}

/** Single refusals are no reason to stop unless they are all there is. */
function stopAfter({ inARow, last, hasChanged }: Refused): Stop | null {
  if (!last) return null;
  const isOfOne = hasChanged || last.scope === null || last.scope === 'item';
  return isOfOne && inARow < REFUSALS ? null : pauseFor(last);
}

function pauseFor({ scope, code }: DiscordError): Stop {
  if (scope === 'for_now') return { failure: 'unavailable', pauseMs: MINUTE, longestMs: 10 * MINUTE };
  const failure = causeOf(code ?? 0) === 'two_factor' ? 'two_factor' : 'refused';
  return { failure, pauseMs: MINUTE, longestMs: 60 * MINUTE };
}

const BEFORE = query({ failure: text(ROLE_SYNC_FAILURES).orNull })`
  select failure from discord_role_sync where server_id = $1`;
const STOPPED = query({ organizationId: 'uuid', title: 'text' })`
  select organization_id as "organizationId", min(discord_role_name) as title from discord_role_rule
  where server_id = $1 and enabled_at is not null group by 1 order by 1`;

/** Once an outage: only its beginning is news. */
async function tellOfStop({ ctx, serverId, refused: { last } }: Server, stop: Stop | null): Promise<void> {
  if (!last || (stop?.failure !== 'two_factor' && stop?.failure !== 'refused')) return;
  const [before, code] = [await ctx.sql.maybe(BEFORE, [serverId]), codeOf(last)];
  if (before?.failure === stop.failure || code === null) return;
  await ctx.transact(async (tx) => {
    for (const stopped of await tx.sql.many(STOPPED, [serverId]))
      await tellOfRefused(tx, 'canManageRoles', { ...stopped, code });
  });
}

function succeeded({ refused: counted }: Server): void {
  counted.inARow = 0;
  counted.hasChanged = true;
}

function count({ tally }: Server, { organizationId }: RoleWish, what: 'given' | 'taken'): void {
  if (organizationId === null) return;
  const counts = tally.get(organizationId) ?? { given: 0, taken: 0 };
  counts[what] += 1;
  tally.set(organizationId, counts);
}

const STILL_THERE = query({ id: 'uuid' })`select id from organization where id = any($1)`;

async function logRun({ ctx, tally }: Server): Promise<void> {
  if (tally.size === 0) return;
  await ctx.transact(async (tx) => {
    const there = await tx.sql.many(STILL_THERE, [[...tally.keys()]]);
    await writeAudits(
      tx,
      there.map(({ id: organizationId }) => {
        return {
          organizationId,
          actorId: null,
          action: 'discord_roles_synced',
          details: tally.get(organizationId),
        } as const;
      }),
    );
  });
}
