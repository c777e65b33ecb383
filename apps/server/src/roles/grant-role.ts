import type { GrantRoleInput, GuildMemberView } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockRoles } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { grantedRole } from './granted-role.ts';
import { findMember, memberView } from './members.queries.ts';
import { notifyOfRole } from './notify-of-role.ts';

const GRANT = statement`
  insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3)
  on conflict do nothing`;

/** Gives a member a custom role or, in a standalone organization, the founder role. Repeating changes nothing. */
export async function grantRole(ctx: AppContext, actor: Actor, input: GrantRoleInput): Promise<GuildMemberView> {
  const row = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { id: roleId, name } = await grantedRole(sql, authority, input.roleId, input.userId);
    const granted = await sql.run(GRANT, [authority.organizationId, roleId, input.userId]);
    if (granted > 0) {
      await writeAudit(tx, {
        organizationId: authority.organizationId,
        action: 'role_granted',
        actorId: actor.userId,
        personId: input.userId,
        details: { roleId, name },
      });
      await notifyOfRole(tx, actor, { kind: 'role_granted', authority, name, userId: input.userId });
    }
    return findMember(sql, authority.organizationId, input.userId);
  });
  return memberView(ctx, row);
}
