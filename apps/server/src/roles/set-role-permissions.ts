import type { Permission, RoleView } from '@guildhall/contracts/organization.ts';
import type { SetRolePermissionsInput } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockRoles, type RoleAuthority, refuseAbove, refuseUnheld } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { findRole } from './roles.queries.ts';

/** Without these nobody could restore anything. */
const FOUNDER_KEEPS: Permission[] = ['canManageGuild', 'canManageRoles'];

/** Throws FORBIDDEN or CONFLICT where the caller may not let this role allow this. */
export function refusePermissions(authority: RoleAuthority, role: RoleView, permissions: Permission[]): void {
  refuseAbove(authority, role);
  refuseUnheld(authority, permissions);
  if (role.isFounder && !FOUNDER_KEEPS.every((permission) => permissions.includes(permission))) {
    throw conflict('founder_keeps_rights', 'The founder role keeps canManageGuild and canManageRoles. Name both.');
  }
}

const isSame = (one: Permission[], other: Permission[]) =>
  one.length === other.length && one.every((permission) => other.includes(permission));

const roleChanged = ({ name }: RoleView) =>
  conflict('role_changed', `Somebody has changed the role "${name}" since you read it. Read it again, then decide.`);

const SET = statement`update role set permissions = $3 where organization_id = $1 and id = $2`;

/** Changes a role's permissions, for all holders at once. Nobody can add permissions they lack themselves. */
export async function setRolePermissions(
  ctx: AppContext,
  actor: Actor,
  input: SetRolePermissionsInput,
): Promise<RoleView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const authority = await lockRoles(sql, actor, input.id);
    const { organizationId } = authority;
    const role = await findRole(sql, organizationId, input.roleId);
    const { permissions, expectedPermissions } = input;
    refusePermissions(authority, role, permissions);
    if (expectedPermissions && !isSame(expectedPermissions, role.permissions)) throw roleChanged(role);
    if (isSame(permissions, role.permissions)) return role;
    await sql.run(SET, [organizationId, role.id, permissions]);
    const details = { roleId: role.id, name: role.name, permissions: { before: role.permissions, after: permissions } };
    await writeAudit(tx, { organizationId, action: 'role_permissions_changed', actorId: actor.userId, details });
    return { ...role, permissions };
  });
}
