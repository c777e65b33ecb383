import type { RoleView } from '@guildhall/contracts/organization.ts';
import type { Sql } from '../core/db/sql.ts';
import { conflict, forbidden } from '../core/errors.ts';
import type { OrganizationAccess, RightsHolder } from '../rights/organization.access.ts';
import { abilityFor } from '../rights/organization.rules.ts';
import { refuseAbove, roleAuthorityIn } from '../rights/role-authority.ts';
import { findRole } from '../roles/roles.queries.ts';

/**
 * A role that this person may attach to an invite, because they may give it to a member. Throws NOT_FOUND, CONFLICT for
 * the founder role, which must not circulate in a link, FORBIDDEN for a role above their own.
 */
export async function giftableRole(
  sql: Sql,
  person: RightsHolder,
  access: OrganizationAccess,
  id: string,
): Promise<RoleView> {
  if (!abilityFor(person, access).can('manage', 'Role')) throw forbidden('You may not give roles. Leave roleId out.');
  const role = await findRole(sql, access.organizationId, id);
  if (role.isFounder)
    throw conflict(
      'founder_role',
      'An invite cannot give the founder role. Give it to the person once they are a member.',
    );
  refuseAbove(await roleAuthorityIn(sql, person, access), role);
  return role;
}
