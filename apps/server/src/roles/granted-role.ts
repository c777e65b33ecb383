import type { RoleView } from '@guildhall/contracts/organization.ts';
import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import { conflict, notFound } from '../core/errors.ts';
import { type RoleAuthority, refuseAbove } from '../rights/role-authority.ts';
import { findRole } from './roles.queries.ts';

/** Waits for a membership that is about to end, and keeps it from ending before the commit. */
const MEMBER = statement`
  select from membership where organization_id = $1 and user_id = $2 and left_at is null for share`;

/**
 * The role that the caller is about to grant or withdraw. Throws NOT_FOUND for a role or member not in this
 * organization, CONFLICT for a role that the game assigns, FORBIDDEN for a role above the caller.
 */
export async function grantedRole(
  sql: Sql,
  authority: RoleAuthority,
  roleId: string,
  userId: string,
): Promise<RoleView> {
  const { organizationId, source } = authority;
  const role = await findRole(sql, organizationId, roleId);
  if (role.gameRank !== null)
    throw conflict('rank_role', 'Ranks come from the game. Change the rank of the character there.');
  if (role.isFounder && source === 'synced') {
    throw conflict('founder_role', 'In a guild of the game the founder role belongs to the guild master, rank 0.');
  }
  refuseAbove(authority, role);
  const member = await sql.run(MEMBER, [organizationId, userId]);
  if (member === 0) throw notFound('member_not_found', 'There is no such member.');
  return role;
}
