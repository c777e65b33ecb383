import type { RemoveMemberInput } from '@guildhall/contracts/invite.ts';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  abilityFor,
  accessOfPerson,
  authorize,
  lockedAccess,
  refuseArchived,
  refuseSynced,
} from '../../membership/rights/organization.access.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { roleAuthorityIn, standsAbove } from '../../membership/rights/role-authority.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';

/** Ends the caller's membership and roles. Throws FORBIDDEN for non-members, CONFLICT for the last founder. */
export async function leaveOrganization(ctx: AppContext, actor: Actor, ref: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const access = await lockedAccess(tx.sql, actor, ref);
    const { organizationId, isFounder } = access;
    if (!access.isMember) throw forbidden('You are not a member of this organization.', 'not_a_member');
    refuseSynced(access, 'Membership of an in-game guild follows its roster. Leave the guild in the game.');
    const { userId } = actor;
    await endMembership(tx.sql, organizationId, userId, isFounder);
    await writeAudit(tx, organizationId, actor, 'member_left', {}, userId);
  });
}

/** Ends the membership of a member with no more rights than the officer. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
export async function removeMember(ctx: AppContext, actor: Actor, { id, userId }: RemoveMemberInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, id);
    const { organizationId } = access;
    authorize(abilityFor(actor, access), 'update', 'Roster');
    refuseSynced(access, 'Membership of an in-game guild follows its roster. Remove the character in the game.');
    refuseArchived(access);
    const member = await accessOfPerson(sql, userId, organizationId);
    if (!member?.isMember) throw notFound('member_not_found', 'There is no such member.');
    const authority = await roleAuthorityIn(sql, actor, access);
    if (standsAbove(authority, { ...member, gameRank: null }))
      throw forbidden('This member has permissions that you do not have, so you cannot remove them.');
    await endMembership(sql, organizationId, userId, member.isFounder);
    await writeAudit(tx, organizationId, actor, 'member_removed', {}, userId);
  });
}

const END = statement`update membership set left_at = now() where organization_id = $1 and user_id = $2 and left_at is null`;

/**
 * Ends a membership of a standalone organization that the caller has locked; a trigger revokes what came with it.
 * Throws CONFLICT for the last founder, because a member with all rights has to remain.
 */
async function endMembership(sql: Sql, organizationId: string, userId: string, isFounder: boolean): Promise<void> {
  if (isFounder && !(await hasOtherFounder(sql, organizationId, userId))) {
    throw conflict(
      'last_founder',
      'You are the last founder. Make another member a founder first, or archive the organization.',
    );
  }
  await sql.run(END, [organizationId, userId]);
}

const OTHER_FOUNDERS = statement`
  select from role_holder h join role r on r.id = h.role_id and r.is_founder
  join membership m on m.organization_id = h.organization_id and m.user_id = h.user_id and m.left_at is null
  where h.organization_id = $1 and h.user_id <> $2`;

/** Whether another member is a founder too. The answer stays true only while the organization is locked. */
async function hasOtherFounder(sql: Sql, organizationId: string, userId: string): Promise<boolean> {
  return (await sql.run(OTHER_FOUNDERS, [organizationId, userId])) > 0;
}

const BATCH = 20;

const LOCK = query({ id: 'uuid', founded: 'bool' })`
  select o.id, o.source = 'standalone' and exists (
      select from role_holder h join role r on r.id = h.role_id and r.is_founder
      where h.organization_id = o.id and h.user_id = $1) as founded
  from organization o where o.id in (
    select organization_id from membership where user_id = $1
    union select organization_id from role_holder where user_id = $1 order by 1 limit ${BATCH})
  order by o.id for no key update`;
const GIVE_BACK = statement`delete from role_holder where user_id = $1 and organization_id = any($2::uuid[])`;
const LEAVE = query({ organizationId: 'uuid', live: 'bool' })`
  delete from membership where user_id = $1 and organization_id = any($2::uuid[])
  returning organization_id as "organizationId", left_at is null as live`;

/** Takes a person who is being erased out of all organizations; those they lead alone go to another member. */
export async function leaveOrganizations({ transact }: AppContext, userId: string): Promise<void> {
  for (let left = BATCH; left === BATCH; ) left = await transact((tx) => leaveSome(tx, userId));
}

async function leaveSome(tx: UnitOfWork, userId: string): Promise<number> {
  const organizations = await tx.sql.many(LOCK, [userId]);
  for (const { id, founded } of organizations) if (founded) await passOnFounder(tx, id, userId);
  const ids = organizations.map(({ id }) => id);
  await tx.sql.run(GIVE_BACK, [userId, ids]);
  const left = await tx.sql.many(LEAVE, [userId, ids]);
  for (const { organizationId, live } of left) {
    const about = { organizationId, subjectId: organizationId, audience: 'members' } as const;
    if (live) tx.changed({ type: 'membership.changed', ...about });
  }
  return organizations.length;
}

/** Picks the member with the most rights, then the longest membership. The lock keeps them from leaving meanwhile. */
const SUCCEED = query({ userId: 'uuid' })`
  with successor as (
    select m.user_id from membership m join person u on u.id = m.user_id
    where m.organization_id = $1 and m.user_id <> $2 and m.left_at is null
    order by (select count(distinct p) from role_holder h join role r on r.id = h.role_id, unnest(r.permissions || r.added_permissions) p
      where h.organization_id = $1 and h.user_id = m.user_id) desc, m.joined_at, m.id
    limit 1 for share of u
  )
  insert into role_holder (organization_id, role_id, user_id)
  select $1, r.id, s.user_id from successor s, role r where r.organization_id = $1 and r.is_founder
  on conflict do nothing
  returning user_id as "userId"`;

/**
 * Passes an organization that a person who is being erased leads alone to another member, or archives one without any.
 * An erasure does not wait for others to decide. Call under the organization's lock.
 */
async function passOnFounder(tx: UnitOfWork, organizationId: string, userId: string): Promise<void> {
  const { em, sql } = tx;
  if (await hasOtherFounder(sql, organizationId, userId)) return;
  const successor = await sql.maybe(SUCCEED, [organizationId, userId]);
  if (successor) {
    await writeAudit(tx, organizationId, null, 'founder_passed_on', {}, successor.userId);
    return;
  }
  const organization = await em.findOneOrFail(Organization, organizationId);
  if (organization.archivedAt !== null) return;
  organization.archivedAt = now();
  await writeAudit(tx, organizationId, null, 'organization_archived');
}
