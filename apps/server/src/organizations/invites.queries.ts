import type { InviteView } from '@guildhall/contracts/invite.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf, type Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { personOf } from '../people/person-of.ts';
import { organizationAccess, refuseSynced } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';

/** Unpaged, because creation bounds their number. */
const OPEN = query({
  id: 'uuid',
  maxUses: 'int?',
  uses: 'int',
  expiresAt: 'instant',
  createdAt: 'instant',
  roleId: 'uuid?',
  roleName: 'text?',
  creatorId: 'uuid?',
  creatorName: 'text?',
})`
  select i.id, i.max_uses as "maxUses", i.uses, i.expires_at as "expiresAt", i.created_at as "createdAt",
    r.id as "roleId", r.name as "roleName", u.id as "creatorId", u.display_name as "creatorName"
  from invite i left join role r on r.id = i.role_id left join app_user u on u.id = i.created_by_id
  where i.organization_id = $1 and i.revoked_at is null and i.expires_at > now()
    and (i.max_uses is null or i.uses < i.max_uses)
  order by i.created_at desc, i.id desc`;

export async function listOpenInvites(sql: Sql, organizationId: string): Promise<InviteView[]> {
  const rows = await sql.many(OPEN, [organizationId]);
  return rows.map(({ roleId, roleName, creatorId, creatorName, ...invite }) => ({
    ...invite,
    expiresAt: instantOf(invite.expiresAt),
    createdAt: instantOf(invite.createdAt),
    role: roleId !== null && roleName !== null ? { id: roleId, name: roleName } : null,
    createdBy: personOf(creatorId, creatorName),
  }));
}

/** Lists valid invites, latest first. For those who may invite. */
export async function listInvites(ctx: AppContext, actor: Actor, ref: string): Promise<InviteView[]> {
  const access = await organizationAccess(ctx.sql, actor, ref);
  authorize(abilityFor(actor, access), 'read', 'Invite');
  refuseSynced(access, 'Every character in the guild makes its player a member here, so this guild has no invites.');
  return listOpenInvites(ctx.sql, access.organizationId);
}
