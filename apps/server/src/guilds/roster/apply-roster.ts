/**
 * Phase one of a roster sync: applies the difference between the platform's roster and ours in one transaction, with a
 * constant number of statements whatever the size of the guild.
 */

import { nameKey } from '@guildhall/contracts/name-key.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import {
  followRoster,
  lockClaims,
  newerLevel,
  publishRosterChanged,
  RETURNS_WITHIN,
  UNDECIDED_FOR,
} from '../../membership/characters/claims.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { outdatedAnswer } from '../guild-sync/sync-details.ts';
import { applyBrake, needsSecondSource, type RosterHold, type RosterRemoval } from './roster-brake.ts';
import type { RosterAnswer } from './sync-roster.ts';

type AppliedRoster =
  | { hold: null; added: number; updated: number; removed: number; transfers: number }
  | { hold: RosterHold; removed: number };

const INCOMING = `incoming as (
  select * from jsonb_to_recordset($2::jsonb) as i("realmId" int, "characterId" bigint, name text, "nameKey" text,
    "realmSlug" text, level smallint, "classId" smallint, "raceId" smallint, faction text, rank smallint)
)`;

const REMOVALS = query({ live: 'int', removedIds: 'uuid[]' })`
  with ${INCOMING}
  select count(*)::int as live,
    coalesce(array_agg(e.id) filter (where i.name is null), '{}') as "removedIds"
  from roster_entry e
  left join incoming i on i."realmId" = e.platform_realm_id and i."characterId" = e.platform_character_id
  where e.organization_id = $1 and e.left_at is null`;

const levelFrom = (level: string) =>
  newerLevel({ level: 'e.profile_level', date: 'e.profile_last_modified' }, { level, date: '$3' });

/** A roster has listed its members since its date at the latest: of two rosters with one character, the older one gives way. */
const AS_OF = 'least(now(), $3::timestamptz)';

/**
 * Leaves unchanged members untouched, not even locked. `returning old` tells a rename from a rank change, so that the
 * same statement writes the history. A member who returns within 90 days keeps the joining date, and has no claim yet,
 * because another guild's roster may hold it. `$3` is the roster's Last-Modified.
 */
const APPLY = query({ transfers: 'int', added: 'int', updated: 'int', removed: 'int' })`
  with ${INCOMING}, changed as (
    select i.* from incoming i
    left join roster_entry e on e.organization_id = $1
      and e.platform_realm_id = i."realmId" and e.platform_character_id = i."characterId"
    where e.id is null or e.left_at is not null
      or (e.name, e.name_key, e.realm_slug, e.level, e.class_id, e.race_id, e.rank, e.faction) is distinct from
        (i.name, i."nameKey", i."realmSlug", ${levelFrom('i.level')}, i."classId", i."raceId", i.rank,
          coalesce(i.faction, e.faction))
  ), applied as (
    insert into roster_entry as e (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug,
      level, class_id, race_id, faction, rank, joined_at, present_since)
    select $1, "realmId", "characterId", name, "nameKey", "realmSlug", level, "classId", "raceId", faction, rank, now(), ${AS_OF}
    from changed
    on conflict (organization_id, platform_realm_id, platform_character_id) do update set
      name = excluded.name, name_key = excluded.name_key, realm_slug = excluded.realm_slug,
      level = ${levelFrom('excluded.level')}, class_id = excluded.class_id, race_id = excluded.race_id,
      rank = excluded.rank, faction = coalesce(excluded.faction, e.faction), left_at = null, last_seen_in_roster = null,
      transferred_to_id = null,
      claimed_by_id = case when e.left_at is null then e.claimed_by_id end,
      joined_at = case when e.left_at is null or e.left_at > now() - ${RETURNS_WITHIN} then e.joined_at else now() end,
      present_since = case when e.left_at is null then e.present_since
        else ${AS_OF} end
    returning new.id, new.name, new.rank, new.level, new.class_id,
      old.id is null or old.left_at is not null as joined, old.left_at > now() - ${RETURNS_WITHIN} as returned,
      old.name as old_name, old.rank as old_rank, old.level as old_level
  ), departed as (
    update roster_entry e set left_at = now(), last_seen_in_roster = coalesce(o.roster_synced_at, e.joined_at)
    from organization o
    where o.id = $1 and e.organization_id = $1 and e.left_at is null and not exists (
      select from incoming i where i."realmId" = e.platform_realm_id and i."characterId" = e.platform_character_id)
    returning e.id, e.name, e.rank, e.class_id
  ), history as (
    insert into roster_event (organization_id, entry_id, kind, before, after, at)
    select $1, id, 'left', rank::text, null, now() from departed
    union all select $1, id, case when returned then 'returned' else 'joined' end, null, rank::text, now()
      from applied where joined
    union all select $1, id, 'renamed', old_name, name, now() from applied where not joined and name <> old_name
    union all select $1, id, 'rank', old_rank::text, rank::text, now() from applied where not joined and rank <> old_rank
    union all select $1, id, 'level', old_level::text, level::text, now() from applied where not joined and level <> old_level
  ), candidates as (
    insert into transfer_candidate (organization_id, leaver_id, joiner_id)
    select $1, d.id, a.id from (
      select id, name, class_id from departed
      union all select e.id, e.name, e.class_id from roster_entry e
      where e.organization_id = $1 and e.left_at > now() - ${UNDECIDED_FOR} and e.transferred_to_id is null
        and not exists (select from applied a where a.id = e.id)
        and not exists (select from transfer_candidate t where t.leaver_id = e.id)
    ) d
    join applied a on a.joined and folded_name(a.name) = folded_name(d.name) and a.class_id = d.class_id
    on conflict do nothing returning id
  )
  select (select count(*) from candidates)::int as transfers, (select count(*) from applied where joined)::int as added,
    (select count(*) from applied where not joined)::int as updated,
    (select count(*) from departed)::int as removed`;

const SYNCED = statement`
  with released as (delete from roster_hold where organization_id = $1)
  update organization set roster_synced_at = now(), missing_since = null, roster_last_modified = coalesce($2, roster_last_modified),
    roster_ask_whole = false, name = $3,
    faction = coalesce($4, faction),
    member_count = (select count(*) from roster_entry where organization_id = $1 and left_at is null)
  where id = $1`;

/** A server of the platform that is behind may answer a request for the whole roster, which names no date. A date of the future says nothing. */
const IS_BEHIND = statement`
  select from organization where id = $1 and $2::timestamptz < roster_last_modified::timestamptz
    and roster_last_modified::timestamptz <= now() + interval '1 minute'`;

/**
 * Holds the answer, changing nothing, when it has no members, or would remove suspiciously many and neither an earlier
 * answer nor a second source agrees. Without `isConfirmed`, what the second source says, it writes nothing and returns the
 * removal when that source has to be asked. Throws `outdated` for an answer that is older than the one before.
 */
export async function applyRoster(
  tx: Changing,
  organizationId: string,
  answer: RosterAnswer,
  isConfirmed?: boolean,
): Promise<AppliedRoster | { unconfirmed: RosterRemoval }> {
  const { sql } = tx;
  const incoming = JSON.stringify(answer.members.map((member) => ({ ...member, nameKey: nameKey(member.name) })));
  await lockClaims(sql);
  if ((await sql.run(IS_BEHIND, [organizationId, answer.lastModified])) > 0) throw outdatedAnswer('roster');
  const removal = { ...(await sql.one(REMOVALS, [organizationId, incoming])), received: answer.members.length };
  if (isConfirmed === undefined && (await needsSecondSource(sql, organizationId, removal))) {
    return { unconfirmed: removal };
  }
  const hold = await applyBrake(sql, organizationId, removal, isConfirmed ?? false);
  if (hold) return { hold, removed: removal.removedIds.length };
  const { added, updated, removed, transfers } = await sql.one(APPLY, [organizationId, incoming, answer.lastModified]);
  await sql.run(SYNCED, [organizationId, answer.lastModified, answer.guildName, answer.faction]);
  if (added + updated + removed > 0) publishRosterChanged(tx, organizationId);
  await followRoster(tx, organizationId);
  return { hold: null, added, updated, removed, transfers };
}

const CONFIRMED = statement`
  with released as (delete from roster_hold where organization_id = $1)
  update organization set roster_synced_at = now(), missing_since = null where id = $1`;

/** Handles an unchanged roster: updates its time, and the claims, which may be new. */
export async function confirmRoster(tx: Changing, organizationId: string): Promise<AppliedRoster> {
  const { sql } = tx;
  await lockClaims(sql);
  await sql.run(CONFIRMED, [organizationId]);
  await followRoster(tx, organizationId);
  return { hold: null, added: 0, updated: 0, removed: 0, transfers: 0 };
}

/** Forces a complete fetch next time, because a 304 would bring no member back. */
const EMPTIED = statement`
  with released as (delete from roster_hold where organization_id = $1)
  update organization set roster_ask_whole = true, member_count = 0 where id = $1`;

/** For a guild that is gone: every member leaves. Returns how many. */
async function endRoster(tx: Changing, organizationId: string): Promise<number> {
  const { sql } = tx;
  const { removed } = await sql.one(APPLY, [organizationId, '[]', null]);
  await sql.run(EMPTIED, [organizationId]);
  await followRoster(tx, organizationId);
  return removed;
}

// A guild that the platform no longer knows was disbanded, or is hidden for a while. Its roster stays as it was for
// `DAYS` days; then all members leave, and their rights end as usual.

const DAYS = 30;

/** Needs an organization `o` in scope. */
export const RIGHTS_END_AT = `o.missing_since + interval '${DAYS} days'`;

const MISSED = query({ isNew: 'bool', rightsEndAt: 'instant', over: 'bool' })`
  update organization o set missing_since = coalesce(missing_since, now()) where id = $1
  returning old.missing_since is null as "isNew", ${RIGHTS_END_AT} as "rightsEndAt", ${RIGHTS_END_AT} <= now() as over`;

/** Records the platform's answer that there is no such guild. Only that answer ends rights; an outage never does. */
export async function recordMissingGuild(tx: Changing, organizationId: string): Promise<void> {
  const { sql } = tx;
  await lockClaims(sql);
  const missed = await sql.maybe(MISSED, [organizationId]);
  if (!missed) return;
  const { isNew, rightsEndAt, over } = missed;
  if (isNew) await writeAudit(tx, organizationId, null, 'guild_missing', { rightsEndAt });
  if (!over) return;
  const left = await endRoster(tx, organizationId);
  if (left > 0) await writeAudit(tx, organizationId, null, 'guild_gone', { left });
}
