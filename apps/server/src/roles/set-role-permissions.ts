import type { RoleView } from '@guildhall/contracts/organization.ts';
import type { SetRolePermissionsInput } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { writeAudit } from '../organizations/write-audit.ts';
import { findRole } from './roles.queries.ts';
import { lockRoles, refuseAbove, refuseUnheld } from './standing.ts';

const SET = 'update role set permissions = $3 where organization_id = $1 and id = $2';

/** What a role allows, from this commit on for all who hold it. Nobody puts into a role what they lack, their own included. */
export async function setRolePermissions(
  ctx: AppContext,
  actor: Actor,
  input: SetRolePermissionsInput,
): Promise<RoleView> {
  return ctx.transact(async ({ sql }) => {
    const standing = await lockRoles(sql, actor, input.id);
    const { organizationId } = standing;
    const role = await findRole(sql, organizationId, input.roleId);
    refuseAbove(standing, role);
    refuseUnheld(standing, input.permissions);
    const { permissions } = input;
    const same =
      permissions.length === role.permissions.length && permissions.every((p) => role.permissions.includes(p));
    if (same) return role;
    await sql(SET, [organizationId, role.id, permissions]);
    await writeAudit(sql, {
      organizationId,
      action: 'role_permissions_changed',
      actorId: actor.userId,
      details: { roleId: role.id, name: role.name, permissions: { before: role.permissions, after: permissions } },
    });
    return { ...role, permissions };
  });
}
