/**
 * Decides which person's character stands behind a roster entry, and thereby who belongs to the guild. Only identity
 * counts: the platform's region, game version, realm id and character id. Several people may have a character with the
 * same identity, and at most one of them has proved it: the proved character stands for the identity, or else the one
 * that was added first. A character belongs to one guild, the one that began to list it last, so older rosters that still list it
 * give way.
 */

import { advisoryLock } from '../../core/db/advisory-lock.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, statement } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import { writeAudits } from '../rights/write-audit.ts';
import { handOverRaiders } from './hand-over-raiders.ts';

/**
 * A level is known from a character's profile and from a guild's roster, each as of its Last-Modified. A roster is often
 * hours behind what it lists, so a date decides only when it is a day later: that is how levels fall when the game
 * lowers all of them. Otherwise the higher level is the newer one.
 */
const BEHIND = `interval '1 day'`;

/** Two columns of a statement: a level, and the HTTP date of the document that it comes from. */
type Known = { level: string; date: string };

/** The SQL of the newer of two levels. */
export const newerLevel = (one: Known, other: Known): string => `case
  when ${one.date}::timestamptz > ${other.date}::timestamptz + ${BEHIND} then ${one.level}
  when ${other.date}::timestamptz > ${one.date}::timestamptz + ${BEHIND} then ${other.level}
  else greatest(${one.level}, ${other.level}) end`;

/** Needs an identity `i`, a roster entry `e` and its organization `o` in scope. */
const LISTED = `o.region = i.region and o.game_version = i.game_version
  and e.platform_realm_id = i.platform_realm_id and e.platform_character_id = i.platform_character_id`;

/**
 * For each identity, the character that stands for it and the entry it belongs to, if any. A proved character that its
 * owner archived leaves the entry unclaimed, and so does a rejected claim. Looked up one by one, because the planner
 * cannot estimate how many there are.
 */
const rightful = (identities: string) => `rightful as (
  select i.*, holder.id as character_id, latest.id as entry_id from (${identities}) i
  cross join lateral (
    select c.id, c.archived_at is null and (c.verified_at is not null or c.unclaimed_at is null) as stands
    from character c
    where c.region = i.region and c.game_version = i.game_version
      and c.platform_realm_id = i.platform_realm_id and c.platform_character_id = i.platform_character_id
    order by c.verified_at is null, c.unclaimed_at is not null, c.archived_at is not null, c.created_at, c.id limit 1
  ) holder
  left join lateral (
    select e.id from roster_entry e join organization o on o.id = e.organization_id
    where ${LISTED} and e.left_at is null and holder.stands
    order by coalesce(e.present_since, e.joined_at) desc, e.id desc limit 1
  ) latest on true
)`;

/** The characters on a guild's roster, and those that left it, because another guild may claim them now. */
const GUILD_IDENTITIES = `
  select o.region, o.game_version, e.platform_realm_id, e.platform_character_id
  from roster_entry e join organization o on o.id = e.organization_id
  where e.organization_id = $1 and (e.left_at is null or e.claimed_by_id is not null)`;
const CHARACTER_IDENTITIES = `
  select distinct region, game_version, platform_realm_id, platform_character_id from character
  where id = any($1) and platform_character_id is not null`;

const ClaimRow = columns({ entryId: 'uuid', organizationId: 'uuid', characterId: 'uuid!' });
type ClaimRow = RowOf<typeof ClaimRow>;

/** `offset 0` here and below keeps the planner from comparing every claim in the database with those of one guild. */
const release = (identities: string) => query(ClaimRow)`
  with ${rightful(identities)}
  update roster_entry u set claimed_by_id = null from rightful i
  cross join lateral (
    select e.id from roster_entry e join organization o on o.id = e.organization_id
    where ${LISTED} and e.left_at is null and e.claimed_by_id is not null
      and (e.id, e.claimed_by_id) is distinct from (i.entry_id, i.character_id)
    offset 0
  ) wrong
  where u.id = wrong.id
  returning u.id as "entryId", u.organization_id as "organizationId", old.claimed_by_id as "characterId"`;

const claim = (identities: string) => query(ClaimRow)`
  with ${rightful(identities)}
  update roster_entry e set claimed_by_id = i.character_id from rightful i
  where e.id = i.entry_id and e.claimed_by_id is distinct from i.character_id
  returning e.id as "entryId", e.organization_id as "organizationId", e.claimed_by_id as "characterId"`;

/** The statements that correct the claims of some identities. */
const correcting = (identities: string) => ({ release: release(identities), claim: claim(identities) });
const OF_GUILD = correcting(GUILD_IDENTITIES);
const OF_CHARACTERS = correcting(CHARACTER_IDENTITIES);

/** Returns the organizations in which a claim has changed. */
async function updateClaims(tx: Changing, { release, claim }: typeof OF_GUILD, value: unknown): Promise<string[]> {
  const { sql } = tx;
  // Two statements, because a character may hold only one live claim: it loses the old one before it gets the new one.
  const released = await sql.many(release, [value]);
  const claimed = await sql.many(claim, [value]);
  await tellOfDisplaced(tx, released, claimed);
  const touched = [...released, ...claimed].map((row) => row.organizationId);
  for (const organizationId of touched) publishRosterChanged(tx, organizationId);
  return touched;
}

const DISPLACED = query({ entryId: 'uuid', name: 'text', organizationId: 'uuid', personId: 'uuid', userId: 'uuid' })`
  select e.id as "entryId", e.name, e.organization_id as "organizationId", before.user_id as "personId",
    after.user_id as "userId"
  from jsonb_to_recordset($1::jsonb) as released("entryId" uuid, "characterId" uuid)
  join jsonb_to_recordset($2::jsonb) as claimed("entryId" uuid, "characterId" uuid) using ("entryId")
  join roster_entry e on e.id = "entryId"
  join character before on before.id = released."characterId"
  join character after on after.id = claimed."characterId" and after.verified_at is not null
  where before.user_id <> after.user_id`;

/** A person who proves a character takes it from one who only claimed it; officers may want to know. */
async function tellOfDisplaced(tx: Changing, released: ClaimRow[], claimed: ClaimRow[]): Promise<void> {
  if (released.length === 0 || claimed.length === 0) return;
  const displaced = await tx.sql.many(DISPLACED, [JSON.stringify(released), JSON.stringify(claimed)]);
  await writeAudits(
    tx,
    displaced.map(({ organizationId, userId: actorId, personId, ...details }) => {
      return { organizationId, actorId, action: 'claim_displaced', details, personId } as const;
    }),
  );
}

/** Characters take their labels from the roster; those that left are in no guild that we know of. */
const LEVEL = newerLevel({ level: 'c.level', date: 'm.profile_date' }, { level: 'm.level', date: 'm.roster_date' });
const FOLLOW = statement`
  update character c set guild_id = m.guild_id, name = m.name, realm_slug = m.realm_slug, level = ${LEVEL}
  from (
    select distinct on (e.claimed_by_id) e.claimed_by_id as character_id, e.organization_id,
      case when e.left_at is null or e.held_until is not null then e.organization_id end as guild_id, e.name, e.realm_slug, e.level,
      s.last_modified as profile_date,
      greatest(e.profile_last_modified::timestamptz, o.roster_last_modified::timestamptz) as roster_date
    from roster_entry e join organization o on o.id = e.organization_id
    left join character_section s on s.character_id = e.claimed_by_id and s.section = 'profile'
    where e.organization_id = any($1) and e.claimed_by_id is not null
    order by e.claimed_by_id, e.left_at desc nulls first
  ) m
  where c.id = m.character_id and (m.guild_id is not null or c.guild_id = m.organization_id)
    and (c.guild_id, c.name, c.realm_slug, c.level)
      is distinct from (m.guild_id, m.name, m.realm_slug, ${LEVEL})`;

/** A person who was away for no longer than this is a member since the date of before. */
export const RETURNS_WITHIN = `interval '90 days'`;
const MEMBER_BEFORE = `(
  select coalesce(p.member_since, p.joined_at) from membership p where p.organization_id = e.organization_id and p.user_id = c.user_id
    and p.left_at > now() - ${RETURNS_WITHIN} order by p.left_at desc limit 1)`;

const RANK = 'case when e.left_at is null then e.rank else e.held_rank end';

const MEMBERSHIPS = query({ organizationId: 'uuid', personId: 'uuid' })`
  with ended as (
    update membership m set left_at = now(), ranks = '{}'
    where m.organization_id = any($1) and m.left_at is null and not exists (
      select from proven_claim p where p.user_id = m.user_id and p.organization_id = m.organization_id offset 0)
    returning organization_id, user_id
  ), begun as (
    insert into membership as m (organization_id, user_id, joined_at, member_since, ranks)
    select e.organization_id, c.user_id, now(), ${MEMBER_BEFORE},
      array_agg(distinct ${RANK} order by ${RANK}) from roster_entry e
    cross join lateral (
      select user_id from character k where k.id = e.claimed_by_id and k.verified_at is not null
        and (e.left_at is null or k.archived_at is null) offset 0
    ) c
    where e.organization_id = any($1) and (e.left_at is null or e.held_until > now())
    group by e.organization_id, c.user_id
    on conflict (organization_id, user_id) where left_at is null do update set ranks = excluded.ranks
      where m.ranks is distinct from excluded.ranks
    returning organization_id, user_id
  )
  select organization_id as "organizationId", user_id as "personId" from (table ended union table begun) changed`;

/** For so long a transfer may be undecided. */
export const UNDECIDED_FOR = `interval '7 days'`;
/** A day longer: the sweep decides before the claim ends. */
const HELD_FOR = `interval '8 days'`;

/** Whether an officer said that the character `a` and the one of these ids are two. */
export const toldApart = (realmId: string, characterId: string) => `exists (
  select from roster_entry past join transfer_candidate t on t.leaver_id = past.id and t.decision = 'rejected'
  join roster_entry next on next.id = t.joiner_id
  where past.claimed_by_id = a.id and next.platform_realm_id = ${realmId} and next.platform_character_id = ${characterId})`;
export const TOLD_APART = toldApart('b.platform_realm_id', 'b.platform_character_id');

/** Whether a roster lists the character `a` under its old id, so that it moved nowhere. */
export const IS_LISTED = 'exists (select from roster_entry x where x.claimed_by_id = a.id and x.left_at is null)';

/**
 * A change of faction or of realm gives a character a new id. A member who left a roster under the old one keeps the claim while an
 * officer may still confirm the transfer, or while the person's own account lists the character under the new id: with
 * the lower of both ranks. Nothing holds it once another person proves to own the one that joined.
 */
const HOLD = statement`
  with pending as (
    select id, max(until) as until, max(rank) as rank from (
      select l.id, l.left_at + ${UNDECIDED_FOR} as until, greatest(l.rank, j.rank) as rank
      from transfer_candidate t
      join roster_entry l on l.id = t.leaver_id and l.left_at is not null
      join roster_entry j on j.id = t.joiner_id and (j.left_at is null or exists (
        select from transfer_candidate n join roster_entry k on k.id = n.joiner_id and k.left_at is null
        where n.leaver_id = j.id and n.decision is null))
      join character a on a.id = l.claimed_by_id
      left join character b on b.id = j.claimed_by_id and b.verified_at is not null
      where t.organization_id = any($1) and t.decision is null and coalesce(b.user_id = a.user_id, true) and not ${IS_LISTED}
      union all
      select l.id, l.left_at + ${HELD_FOR}, greatest(l.rank, j.rank)
      from roster_entry l join character a on a.id = l.claimed_by_id
      join character b on b.id = a.moved_to_id and b.verified_at is not null
      left join roster_entry j on j.organization_id = l.organization_id and j.platform_realm_id = b.platform_realm_id
        and j.platform_character_id = b.platform_character_id
      where l.organization_id = any($1) and l.left_at > now() - ${HELD_FOR} and j.left_at is null
        and not ${TOLD_APART} and not ${IS_LISTED}
    ) p where until > now() group by id
  )
  update roster_entry e set held_until = p.until, held_rank = p.rank
  from (
    select h.id, p.until, p.rank from roster_entry h left join pending p on p.id = h.id
    where h.organization_id = any($1) and (h.held_until is not null or p.id is not null)
  ) p
  where e.id = p.id and (e.held_until, e.held_rank) is distinct from (p.until, p.rank)`;

/** Call after transfers of these organizations were decided or have expired, under the lock of claims. */
export async function followTransfers(tx: Changing, organizationIds: string[]): Promise<void> {
  await tx.sql.run(HOLD, [organizationIds]);
  await followClaims(tx, organizationIds);
}

async function followClaims(tx: Changing, organizationIds: string[]): Promise<void> {
  const { sql, changed } = tx;
  const rows = await sql.many(MEMBERSHIPS, [organizationIds]);
  for (const { organizationId, personId } of rows) {
    const about = { organizationId, subjectId: personId, audience: 'members', personId } as const;
    changed({ type: 'membership.changed', ...about });
  }
  await handOverRaiders(tx, organizationIds);
}

/** Announces a change of the roster to all who may see it. */
export function publishRosterChanged({ changed }: Pick<Changing, 'changed'>, organizationId: string): void {
  changed({ type: 'roster.changed', organizationId, subjectId: organizationId, audience: 'roster' });
}

/**
 * Every transaction that changes rosters or ownership of characters takes this lock before any other: they touch the
 * same rows in different orders, and rows of people as well.
 */
export async function lockClaims(sql: Sql): Promise<void> {
  await advisoryLock(sql, 'roster-claims');
}

/** Characters that were archived for being missing, which a roster lists. */
const FIND_AGAIN = statement`
  update character set archived_at = null, lost_at = null
  where id in (
    select lost.id from roster_entry e join organization o on o.id = e.organization_id
    cross join lateral (
      select i.id from character i where ${LISTED} and i.lost_at is not null and i.displaced_at is null offset 0
    ) lost
    where e.organization_id = $1 and e.left_at is null)`;

/** Call after applying a guild's roster: updates claims, character labels and memberships. */
export async function followRoster(tx: Changing, organizationId: string): Promise<void> {
  await tx.sql.run(FIND_AGAIN, [organizationId]);
  const touched = new Set([organizationId, ...(await updateClaims(tx, OF_GUILD, organizationId))]);
  await tx.sql.run(HOLD, [[...touched]]);
  await tx.sql.run(FOLLOW, [[...touched]]);
  await followClaims(tx, [...touched]);
}

const CLAIMED = query({ organizationId: 'uuid' })`
  select distinct organization_id as "organizationId" from roster_entry
  where claimed_by_id = any($1) and (left_at is null or held_until is not null or left_at > now() - ${HELD_FOR})`;

/** Call after the owners of these characters changed: updates the rosters that list them, and memberships. */
export async function followOwners(tx: Changing, characterIds: string[]): Promise<void> {
  if (characterIds.length === 0) return;
  const released = await updateClaims(tx, OF_CHARACTERS, characterIds);
  const claimed = await tx.sql.many(CLAIMED, [characterIds]);
  await followTransfers(tx, [...new Set([...released, ...claimed.map((row) => row.organizationId)])]);
}
