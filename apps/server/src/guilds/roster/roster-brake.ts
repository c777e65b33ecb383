/**
 * The brake: an answer that is empty or would remove too many members at once is more often a fault of the platform
 * than an exodus. A large shrink is held until a second answer, at least ten minutes later, and a second source
 * (`second-source.ts`) agree; for a small guild the second source is enough. No guild has no members, so an empty answer
 * is held as long as it lasts.
 */

import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type Asking, askUnderGuildName, type SyncedGuild } from '../guild-sync/synced-guild.ts';

const HOLD_SECONDS = 600;
/** The longer a hold lasts, the less often the platform is asked, but at least once an hour. */
const MOST_SECONDS = 3600;
/** In a guild of three, one who leaves is a third of it. */
const MIN_REMOVALS = 3;
const MANY_REMOVALS = 10;
const MAX_PERCENT = 30;
/** Between two honest answers some members come and go; two truncated ones rarely lose the same ones. */
const TOLERANCE = 0.05;

export type RosterRemoval = { live: number; received: number; removedIds: string[] };

export function isSuspicious({ live, received, removedIds }: RosterRemoval): boolean {
  if (live === 0) return false;
  if (received === 0) return true;
  return removedIds.length >= MIN_REMOVALS && removedIds.length * 100 > live * MAX_PERCENT;
}

/** So few that a second source confirms them at once. */
const isSmall = ({ removedIds }: RosterRemoval): boolean => removedIds.length < MANY_REMOVALS;

/** Two answers agree when they remove the same members, with a few exceptions. */
function agree(held: string[], removed: string[]): boolean {
  const heldSet = new Set(held);
  const common = removed.filter((id) => heldSet.has(id)).length;
  const different = held.length + removed.length - 2 * common;
  return different <= Math.max(2, held.length * TOLERANCE);
}

const READ = query({ removedIds: json<string[]>(), seconds: 'int' })`
  select removed_entry_ids as "removedIds",
    ceil(extract(epoch from held_at - now()))::int + ${HOLD_SECONDS} as "seconds"
  from roster_hold where organization_id = $1`;

/** The queued check may run a moment before its time. */
const EARLY = `interval '30 seconds'`;

const HOLD = query({ isFirst: 'bool', isLast: 'bool', seconds: 'int' })`
  insert into roster_hold as h (organization_id, removed_entry_ids, held_at, since, check_at)
  values ($1, $2::jsonb, now(), now(), now() + interval '${HOLD_SECONDS} seconds')
  on conflict (organization_id) do update set
    removed_entry_ids = case when $3 then h.removed_entry_ids else excluded.removed_entry_ids end,
    held_at = case when $3 then h.held_at else now() end,
    check_at = case when h.check_at > now() + ${EARLY} then h.check_at
      else now() + least(greatest(now() - h.since, interval '${HOLD_SECONDS} seconds'), interval '${MOST_SECONDS} seconds') end
  returning old.since is null as "isFirst", old.check_at is null or old.check_at <= now() + ${EARLY} as "isLast",
    round(extract(epoch from new.check_at - now()))::int as seconds`;

/**
 * The seconds until another request is worthwhile. `isNew` when the answers before were applied; `asksAgain` when no
 * request is queued for then.
 */
export type RosterHold = { seconds: number; isNew: boolean; asksAgain: boolean };

/** Whether an answer with this removal needs the second source now: it removes few, or an earlier one agrees with it. */
export async function needsSecondSource(sql: Sql, organizationId: string, removal: RosterRemoval): Promise<boolean> {
  if (!isSuspicious(removal) || removal.received === 0) return false;
  if (isSmall(removal)) return true;
  const held = await sql.maybe(READ, [organizationId]);
  return held !== null && held.seconds <= 0 && agree(held.removedIds, removal.removedIds);
}

/** Returns a hold when the answer must not be applied now. */
export async function applyBrake(
  sql: Sql,
  organizationId: string,
  removal: RosterRemoval,
  isConfirmed: boolean,
): Promise<RosterHold | null> {
  if (removal.received > 0 && (!isSuspicious(removal) || (isSmall(removal) && isConfirmed))) return null;
  const held = await sql.maybe(READ, [organizationId]);
  const agrees = held !== null && agree(held.removedIds, removal.removedIds);
  if (agrees && held.seconds <= 0 && removal.received > 0 && isConfirmed) return null;
  const hold = await sql.one(HOLD, [organizationId, JSON.stringify(removal.removedIds), agrees]);
  const seconds = agrees && held.seconds > 0 ? held.seconds : hold.seconds;
  return { seconds, isNew: hold.isFirst, asksAgain: hold.isLast };
}

// The second source behind a roster that shrank: the guild's own number of members, or else the profiles of members who
// would leave. When neither can be asked, nothing is confirmed.

/** The platform's number includes some members whom it lists nowhere. */
const MAX_PERCENT_OFF = 20;
/** So many profiles have to name another guild, or none. */
const ENOUGH = 3;
/** Some members have no profile. */
const MOST_ASKED = 9;

/** Whether the platform says elsewhere, too, that these members are gone. `rosterDate` is the roster's Last-Modified. */
export async function confirmsRemoval(
  ctx: AppContext,
  guild: SyncedGuild,
  removal: RosterRemoval,
  rosterDate: string | null,
  asking: Asking,
): Promise<boolean> {
  const count = await countMembers(ctx, guild, asking);
  if (count && agreesWith(removal, count.members)) return true;
  // A number that is older than the roster may simply not know yet, and that of a small guild is often one off.
  if (count && !isOlder(count.lastModified, rosterDate) && !isSmall(removal)) return false;
  return profilesConfirm(ctx, guild, removal.removedIds, asking);
}

function agreesWith({ live, received }: RosterRemoval, members: number): boolean {
  return Math.abs(members - received) * 100 <= (live - received) * MAX_PERCENT_OFF;
}

const isOlder = (date: string | null, than: string | null): boolean =>
  date === null || than === null || Date.parse(date) < Date.parse(than);

async function countMembers(ctx: AppContext, guild: SyncedGuild, asking: Asking) {
  const answer = await orNothing(askUnderGuildName(ctx, guild, asking, ctx.battlenet.guild, (data) => data));
  const members = answer?.data.member_count ?? null;
  return answer && members !== null ? { members, lastModified: answer.lastModified } : null;
}

/** Profiles of members who played lately are the freshest. Chance keeps the few who did leave from speaking for all. */
const SAMPLE = query({ name: 'text', realmSlug: 'text', realmId: 'int', characterId: 'float' })`
  select name, realm_slug as "realmSlug", platform_realm_id as "realmId", platform_character_id::float8 as "characterId"
  from roster_entry where id = any($1)
  order by coalesce(last_login_at > now() - interval '30 days', false) desc, random() limit ${MOST_ASKED}`;

async function profilesConfirm(ctx: AppContext, guild: SyncedGuild, removedIds: string[], asking: Asking) {
  const { region, gameVersion } = guild;
  let gone = 0;
  for (const member of await ctx.sql.many(SAMPLE, [removedIds])) {
    const answer = await orNothing(ctx.battlenet.characterProfile({ region, gameVersion, ...asking }, member));
    if (answer?.data.id !== member.characterId || answer.data.realm.id !== member.realmId) continue;
    const named = answer.data.guild;
    if (named && named.id === guild.guildId && named.realm.id === guild.realmId) return false;
    gone += 1;
    if (gone === ENOUGH) return true;
  }
  return false;
}

/** Null when the platform cannot say. Requests to slow down are rethrown. */
async function orNothing<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof BattlenetError) || error.kind === 'rate_limited' || error.kind === 'unauthorized')
      throw error;
    return null;
  }
}
