import type { Actor } from '../core/actor.ts';
import { forbidden } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { refuseSynced } from '../rights/organization.access.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { endMembership } from './end-membership.ts';

/** Ends the caller's membership and roles. Throws FORBIDDEN for non-members, CONFLICT for the last founder. */
export async function leaveOrganization(ctx: AppContext, actor: Actor, ref: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, ref);
    const { organizationId } = access;
    if (!access.isMember) throw forbidden('You are not a member of this organization.', 'not_a_member');
    refuseSynced(access, 'Membership of a guild of the game follows its roster. Leave the guild in the game.');
    const { userId } = actor;
    await endMembership(sql, organizationId, { userId, isFounder: access.isFounder });
    await writeAudit(tx, { organizationId, action: 'member_left', actorId: userId, personId: userId });
  });
}
