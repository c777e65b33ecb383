import type { RoleView } from '@guildhall/contracts/organization.ts';
import type { UpdateRoleInput } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { violates } from '../core/db/violates.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockRoles, refuseAbove } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { nameTaken } from './role-name.ts';
import { findRole } from './roles.queries.ts';

const RENAME = statement`update role set name = $3 where organization_id = $1 and id = $2`;

export async function updateRole(ctx: AppContext, actor: Actor, input: UpdateRoleInput): Promise<RoleView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const role = await findRole(sql, organizationId, input.roleId);
    refuseAbove(authority, role);
    if (role.name === input.name) return role;
    try {
      await sql.run(RENAME, [organizationId, role.id, input.name]);
    } catch (error) {
      throw violates(error, 'role_one_name') ? nameTaken() : error;
    }
    await writeAudit(tx, {
      organizationId,
      action: 'role_updated',
      actorId: actor.userId,
      details: { roleId: role.id, name: { before: role.name, after: input.name } },
    });
    return { ...role, name: input.name };
  });
}
