import type { InviteInput } from '@guildhall/contracts/invite.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { refuseArchived } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { writeAudit } from '../rights/write-audit.ts';

const REVOKE = query({ changed: 'bool' })`
  with found as (select id, revoked_at from invite where id = $1 and organization_id = $2), revoked as (
    update invite i set revoked_at = now() from found f where i.id = f.id and f.revoked_at is null
  )
  select revoked_at is null as changed from found`;

/** Voids the invite from this commit on. Revoking it again changes nothing. */
export async function revokeInvite(ctx: AppContext, actor: Actor, input: InviteInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, input.id);
    authorize(abilityFor(actor, access), 'delete', 'Invite');
    refuseArchived(access);
    const { organizationId } = access;
    const invite = await sql.maybe(REVOKE, [input.inviteId, organizationId]);
    if (!invite) throw notFound('invite_not_found', 'There is no such invite. Check its code, or ask for another one.');
    if (!invite.changed) return;
    await writeAudit(tx, {
      organizationId,
      action: 'invite_revoked',
      actorId: actor.userId,
      details: { inviteId: input.inviteId },
    });
  });
}
