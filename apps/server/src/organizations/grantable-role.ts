import type { Permission } from '@guildhall/contracts/organization.ts';
import { forbidden, notFound } from '../core/errors.ts';
import type { Sql } from '../core/sql.ts';
import type { OrganizationAccess, RightsHolder } from './organization.access.ts';
import { abilityFor } from './organization.rules.ts';

export type CustomRole = { id: string; name: string; permissions: Permission[] };

const CUSTOM_ROLE = `
  select id, name, permissions from role
  where id = $1 and organization_id = $2 and game_rank is null and not is_founder`;

/** A custom role of the organization. Throws NOT_FOUND: ranks follow the game, and the founder role is no gift. */
export async function customRole(sql: Sql, { organizationId }: OrganizationAccess, id: string): Promise<CustomRole> {
  const [role] = await sql<CustomRole>(CUSTOM_ROLE, [id, organizationId]);
  if (!role) throw notFound('role_not_found', 'There is no such role that could be given.');
  return role;
}

/** Nobody gives what they lack. Throws FORBIDDEN. */
export function refuseToGrant(actor: RightsHolder, access: OrganizationAccess, { permissions }: CustomRole): void {
  const ability = abilityFor(actor, access);
  if (!ability.can('manage', 'Role')) throw forbidden('You may not give roles.');
  if (!holdsAll(actor, access, permissions)) throw forbidden('The role may do what you may not.');
}

/** Whether the caller may do in this organization all that these permissions allow. */
export function holdsAll(actor: RightsHolder, access: OrganizationAccess, permissions: Permission[]): boolean {
  if (actor.isAdmin || access.isFounder) return true;
  return permissions.every((permission) => access.permissions.includes(permission));
}
