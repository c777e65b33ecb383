/**
 * Phase two of a roster sync: reads each member's last login from their own profile. Requests are conditional, paced by
 * the platform budget and start with the member not refreshed for longest; results are written in batches.
 */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, jsonInstant, query, type RowOf, statement } from '../../core/db/statement.ts';
import { BudgetExhausted } from '../../core/platform/platform-budget.ts';
import { createOutageWatch, isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { advanceSyncSession, type SyncFence } from '../../core/syncs/sync-session.ts';
import { lockClaims, newerLevel } from '../../membership/characters/claims.ts';
import { learnPatches } from '../../reference/game-data/newest-patch.ts';
import { combatRoleOf } from '../../reference/game-data/playable.ts';
import { instantFrom, majorPatchOf, wholeItemLevel } from '../guild-sync/platform-values.ts';
import { type Asking, otherGuildNameIn, type SyncedGuild } from '../guild-sync/synced-guild.ts';

/**
 * How often the schedule asks for a member's profile: the more recently a member played, the sooner they are likely to
 * have played again. A roster is synced every six hours, so members in the first row are asked for within a day of the
 * last answer.
 */
const PACE: { playedWithinDays: number; askEveryHours: number }[] = [
  { playedWithinDays: 7, askEveryHours: 17 },
  { playedWithinDays: 30, askEveryHours: 3 * 24 },
  { playedWithinDays: 180, askEveryHours: 7 * 24 },
];
/** For members away longer, and profiles the platform never showed. With the next sync, 14 days at most. */
const SELDOM_HOURS = 13 * 24;

/** In hours, for a member last played this many days ago; null for a member never seen online. */
export function hoursBetweenRefreshes(lastPlayedDaysAgo: number | null): number {
  const pace = PACE.find(({ playedWithinDays }) => lastPlayedDaysAgo !== null && lastPlayedDaysAgo < playedWithinDays);
  return pace?.askEveryHours ?? SELDOM_HOURS;
}

/** Whether a member is due; reads columns of `roster_entry` under their own names. */
const IS_MEMBER_DUE = `(profile_fetched_at is null or profile_fetched_at <= now() - case
  ${PACE.map(({ playedWithinDays, askEveryHours }) => `when last_login_at > now() - interval '${playedWithinDays} days' then interval '${askEveryHours} hours'`).join('\n  ')}
  else interval '${SELDOM_HOURS} hours' end)`;

type Outcome =
  | { kind: 'refreshed'; row: ReturnType<typeof refreshedRow>; guildRenamed: boolean }
  | { kind: 'unchanged'; id: string }
  | { kind: 'failed'; error: BattlenetError };

const BATCH = 40;
const LANES = 12;
const Member = columns({
  id: 'uuid',
  realmId: 'int',
  characterId: 'float',
  name: 'text',
  realmSlug: 'text',
  lastModified: 'text?',
  levelHasPatch: 'bool!',
  position: 'text',
});
type Member = RowOf<typeof Member>;

/** A member's place in the order of this run. Rows written during the run move past its start, not met again. */
const POSITION = `${jsonInstant(`coalesce(profile_fetched_at, 'epoch')`)} || '|' || id`;

const next = (whichMembers: string) => query(Member)`
  select id, platform_realm_id as "realmId", platform_character_id::float8 as "characterId", name,
    realm_slug as "realmSlug", ${POSITION} as position,
    profile_last_modified as "lastModified", item_level is null or item_level_major is not null as "levelHasPatch"
  from roster_entry
  where organization_id = $1 and left_at is null and coalesce(profile_fetched_at, 'epoch') < $2
    and (coalesce(profile_fetched_at, 'epoch'), id) > ($3::timestamptz, $4::uuid) and ${whichMembers}
  order by coalesce(profile_fetched_at, 'epoch'), id limit ${BATCH}`;

/** A requested sync covers every member; the schedule spends the platform's budget on members likely to have played. */
const NEXT = { all: next('true'), due: next(IS_MEMBER_DUE) };

const COUNT_DUE = query({ total: 'int' })`
  select count(*)::int as total from roster_entry
  where organization_id = $1 and left_at is null and ${IS_MEMBER_DUE}`;

/** An unchanged answer still confirms the current state. */
const CONFIRM = statement`update roster_entry set profile_fetched_at = now() where id = any($1)`;

const LEVEL = newerLevel(
  { level: 'r.level', date: 'r."lastModified"' },
  { level: 'e.level', date: 'o.roster_last_modified' },
);

/** Replaces a level that came from an older profile. */
const WRITE = statement`
  with refreshed as (
    select * from jsonb_to_recordset($1::jsonb) as r(id uuid, level smallint, "lastLoginAt" timestamptz, role text,
      "itemLevel" smallint, major smallint, "lastModified" text)
  ), entries as (
    update roster_entry e set level = case when e.level = e.profile_level then r.level else ${LEVEL} end,
      profile_level = r.level, last_login_at = coalesce(r."lastLoginAt", e.last_login_at),
      role = coalesce(r.role, e.role), item_level = coalesce(r."itemLevel", e.item_level),
      item_level_major = case when r."itemLevel" is null then e.item_level_major else r.major end,
      profile_last_modified = r."lastModified", profile_fetched_at = now()
    from refreshed r, organization o where e.id = r.id and o.id = e.organization_id
    returning e.id, e.organization_id, e.claimed_by_id, e.last_login_at, e.level, old.level as old_level
  ), history as (
    insert into roster_event (organization_id, entry_id, kind, before, after, at)
    select organization_id, id, 'level', old_level::text, level::text, now() from entries where level <> old_level
  )
  update character c set last_login_at = e.last_login_at from entries e
  where c.id = e.claimed_by_id and (c.last_login_at is null or c.last_login_at < e.last_login_at)`;

/** A 304 for the old name may concern another guild; fetching the next roster in full reveals its identity. */
const ASK_WHOLE = statement`update organization set roster_ask_whole = true where id = $1`;

export const FIRST_MEMBER = '1970-01-01T00:00:00.000Z|00000000-0000-0000-0000-000000000000';

type Run = { fence: SyncFence; guild: SyncedGuild; startedAt: Date; asking: Asking; members: 'all' | 'due' };

/**
 * Continues after `cursor` until every member was asked for, or until the next request would have to wait for minutes.
 * Throws the platform's error once it stops answering altogether.
 */
export async function refreshMembers(ctx: AppContext, run: Run, cursor: string): Promise<'all' | 'some'> {
  const outage = createOutageWatch();
  let position = cursor;
  const countsDue = run.members === 'due' && cursor === FIRST_MEMBER;
  let total = countsDue ? (await ctx.sql.one(COUNT_DUE, [run.guild.organizationId])).total : 0;
  for (;;) {
    const [fetchedAt, id] = position.split('|');
    const members = await ctx.sql.many(NEXT[run.members], [run.guild.organizationId, run.startedAt, fetchedAt, id]);
    const last = members.at(-1);
    if (!last) return 'all';

    const outcomes = await mapConcurrently(members, LANES, async (member) => {
      const outcome = await refreshMember(ctx, run, member);
      if (outcome.kind === 'failed') outage.failed(outcome.error);
      else outage.answered();
      return outcome;
    }).catch((error: unknown) => {
      if (error instanceof BudgetExhausted) return null;
      throw error;
    });
    if (!outcomes) return 'some';
    position = last.position;
    const step = { done: members.length, failed: outcomes.filter(({ kind }) => kind === 'failed').length, total };
    total = 0;
    await ctx.transact(async (tx) => {
      await lockClaims(tx.sql);
      await writeMembers(tx.sql, run.guild, outcomes);
      const session = await advanceSyncSession(tx.sql, run.fence, { ...step, cursor: position });
      tx.afterCommit(() => ctx.realtime.publishSync(session));
    });
  }
}

async function writeMembers(sql: Sql, guild: SyncedGuild, outcomes: Outcome[]): Promise<void> {
  const { organizationId, region, gameVersion } = guild;
  const refreshed = outcomes.filter((outcome) => outcome.kind === 'refreshed');
  await learnPatches(
    sql,
    refreshed.map(({ row: { major, lastLoginAt } }) => ({ region, gameVersion, major, lastLoginAt })),
  );
  if (refreshed.length > 0) await sql.run(WRITE, [JSON.stringify(refreshed.map(({ row }) => row))]);
  const unchanged = outcomes.filter((outcome) => outcome.kind === 'unchanged');
  if (unchanged.length > 0) await sql.run(CONFIRM, [unchanged.map(({ id }) => id)]);
  if (refreshed.some(({ guildRenamed }) => guildRenamed)) await sql.run(ASK_WHOLE, [organizationId]);
}

async function refreshMember(ctx: AppContext, { guild, asking }: Run, member: Member): Promise<Outcome> {
  const { region, gameVersion } = guild;
  const { lastModified: known, levelHasPatch } = member;
  // A level that was stored without its patch is read anew.
  const since = levelHasPatch ? { ifModifiedSince: known } : { notOlderThan: known };
  const call = { region, gameVersion, ...asking, ...since };
  try {
    const { data, lastModified } = await ctx.battlenet.characterProfile(call, member);
    // A released name may belong to another character by now: only the id identifies it.
    if (data.id !== member.characterId || data.realm.id !== member.realmId) return { kind: 'unchanged', id: member.id };
    return {
      kind: 'refreshed',
      row: refreshedRow(member.id, guild.gameVersion, data, lastModified),
      guildRenamed: otherGuildNameIn(guild, data) !== null,
    };
  } catch (error) {
    if (!(error instanceof BattlenetError) || error.kind === 'rate_limited' || error.kind === 'unauthorized')
      throw error;
    // Not played for weeks, too low, or just transferred: there is no profile, but the roster lists the member.
    if (error.kind === 'not_modified' || isAbsence(error)) return { kind: 'unchanged', id: member.id };
    return { kind: 'failed', error };
  }
}

function refreshedRow(id: string, gameVersion: GameVersion, profile: CharacterProfile, lastModified: string | null) {
  return {
    id,
    level: profile.level,
    lastLoginAt: instantFrom(profile.last_login_timestamp),
    role: combatRoleOf(profile.active_spec?.id, gameVersion),
    itemLevel: wholeItemLevel(profile.equipped_item_level),
    major: majorPatchOf(profile),
    lastModified,
  };
}
