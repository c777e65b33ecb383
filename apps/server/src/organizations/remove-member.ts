import type { RemoveMemberInput } from '@guildhall/contracts/invite.ts';
import type { Actor } from '../core/actor.ts';
import { forbidden, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { accessOfPerson, refuseArchived, refuseSynced } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { roleAuthorityIn, standsAbove } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { endMembership } from './end-membership.ts';

/** Ends the membership of somebody with no more rights than the officer. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
export async function removeMember(ctx: AppContext, actor: Actor, input: RemoveMemberInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, input.id);
    const { organizationId } = access;
    authorize(abilityFor(actor, access), 'update', 'Roster');
    refuseSynced(access, 'Membership of a guild of the game follows its roster. Remove the character in the game.');
    refuseArchived(access);
    const member = await accessOfPerson(sql, input.userId, organizationId);
    if (!member?.isMember) throw notFound('member_not_found', 'There is no such member.');
    const authority = await roleAuthorityIn(sql, actor, access);
    if (standsAbove(authority, { ...member, gameRank: null }))
      throw forbidden('This member has permissions that you do not have, so you cannot remove them.');
    await endMembership(sql, organizationId, { userId: input.userId, isFounder: member.isFounder });
    await writeAudit(tx, {
      organizationId,
      action: 'member_removed',
      actorId: actor.userId,
      personId: input.userId,
    });
  });
}
