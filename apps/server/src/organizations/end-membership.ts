import type { RemoveMemberInput } from '@guildhall/contracts/invite.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { accessOfPerson, refuseArchived, refuseSynced } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { roleAuthorityIn, standsAbove } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';

/** Ends the caller's membership and roles. Throws FORBIDDEN for non-members, CONFLICT for the last founder. */
export async function leaveOrganization(ctx: AppContext, actor: Actor, ref: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const access = await lockedAccess(tx.sql, actor, ref);
    const { organizationId, isFounder } = access;
    if (!access.isMember) throw forbidden('You are not a member of this organization.', 'not_a_member');
    refuseSynced(access, 'Membership of a guild of the game follows its roster. Leave the guild in the game.');
    const { userId } = actor;
    await endMembership(tx.sql, organizationId, userId, isFounder);
    await writeAudit(tx, { organizationId, action: 'member_left', actorId: userId, personId: userId });
  });
}

/** Ends the membership of somebody with no more rights than the officer. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
export async function removeMember(ctx: AppContext, actor: Actor, { id, userId }: RemoveMemberInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, id);
    const { organizationId } = access;
    authorize(abilityFor(actor, access), 'update', 'Roster');
    refuseSynced(access, 'Membership of a guild of the game follows its roster. Remove the character in the game.');
    refuseArchived(access);
    const member = await accessOfPerson(sql, userId, organizationId);
    if (!member?.isMember) throw notFound('member_not_found', 'There is no such member.');
    const authority = await roleAuthorityIn(sql, actor, access);
    if (standsAbove(authority, { ...member, gameRank: null }))
      throw forbidden('This member has permissions that you do not have, so you cannot remove them.');
    await endMembership(sql, organizationId, userId, member.isFounder);
    await writeAudit(tx, { organizationId, action: 'member_removed', actorId: actor.userId, personId: userId });
  });
}

const END = statement`update membership set left_at = now() where organization_id = $1 and user_id = $2 and left_at is null`;

/**
 * Ends a membership of a standalone organization that the caller has locked; a trigger revokes what came with it.
 * Throws CONFLICT for the last founder, because somebody with all rights has to remain.
 */
async function endMembership(sql: Sql, organizationId: string, userId: string, isFounder: boolean): Promise<void> {
  if (isFounder && !(await hasOtherFounder(sql, organizationId, userId))) {
    throw conflict(
      'last_founder',
      'You are the last founder. Make somebody else a founder first, or archive the organization.',
    );
  }
  await sql.run(END, [organizationId, userId]);
}

const OTHER_FOUNDERS = statement`
  select from role_holder h join role r on r.id = h.role_id and r.is_founder
  join membership m on m.organization_id = h.organization_id and m.user_id = h.user_id and m.left_at is null
  where h.organization_id = $1 and h.user_id <> $2`;

/** Whether somebody else is a founder too. The answer stays true only while the organization is locked. */
export async function hasOtherFounder(sql: Sql, organizationId: string, userId: string): Promise<boolean> {
  return (await sql.run(OTHER_FOUNDERS, [organizationId, userId])) > 0;
}
