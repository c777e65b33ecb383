import type { CreateInviteInput, InviteCreatedView } from '@guildhall/contracts/invite.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import { publicUrl } from '../core/public-url.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { refuseArchived, refuseSynced } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { giftableRole } from './giftable-role.ts';
import { listOpenInvites } from './invites.queries.ts';

const MAX_OPEN = 100;

/** Deletes invites that ended long ago; the audit log remembers them. */
const TIDY = statement`
  delete from invite where organization_id = $1 and least(expires_at, revoked_at) < now() - interval '30 days'`;

const CREATE = query({ id: 'uuid' })`
  insert into invite (organization_id, code_hash, role_id, created_by_id, max_uses, expires_at)
  values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6)) returning id`;

/** Creates a link into a standalone organization. Reveals the code this once; only its hash is stored. */
export async function createInvite(
  ctx: AppContext,
  actor: Actor,
  input: CreateInviteInput,
): Promise<InviteCreatedView> {
  const code = randomToken();
  const { maxUses = null, expiresInHours = 168, roleId = null } = input;
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, input.id);
    const { organizationId } = access;
    authorize(abilityFor(actor, access), 'create', 'Invite');
    refuseSynced(access, 'Every character in the guild makes its player a member here, so this guild has no invites.');
    refuseArchived(access);
    if (roleId) await giftableRole(sql, actor, access, roleId);
    await sql.run(TIDY, [organizationId]);
    const open = await listOpenInvites(sql, organizationId);
    if (open.length >= MAX_OPEN) throw conflict('too_many_invites', `${MAX_OPEN} invites are open. Revoke some first.`);

    const values = [organizationId, hashToken(code), roleId, actor.userId, maxUses, expiresInHours];
    const created = await sql.one(CREATE, values);
    const invite = (await listOpenInvites(sql, organizationId)).find(({ id }) => id === created.id);
    if (!invite) throw new Error('The invite is not there');
    await writeAudit(tx, {
      organizationId,
      action: 'invite_created',
      actorId: actor.userId,
      details: { inviteId: invite.id, role: invite.role, maxUses, expiresAt: invite.expiresAt },
    });
    return { ...invite, code, url: publicUrl(ctx.config.baseUrl, `/invite/${code}`) };
  });
}
