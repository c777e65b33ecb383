import { Permission } from '@guildhall/contracts/organization.ts';
import { type PermissionsView, permissionDescriptions } from '@guildhall/contracts/role.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { organizationMember } from './organization-member.ts';

/** All permissions, and those the caller has in this organization. */
export async function getPermissions(ctx: AppContext, actor: Actor, ref: string): Promise<PermissionsView> {
  const { isFounder, permissions } = await organizationMember(ctx.sql, actor, ref);
  return {
    permissions: Permission.options.map((key) => ({ key, description: permissionDescriptions[key] })),
    own: Permission.options.filter((permission) => actor.isAdmin || permissions.includes(permission)),
    isFounder,
  };
}
