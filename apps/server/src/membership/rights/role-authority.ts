/**
 * Decides what a caller may do with the roles of one organization. The order is the founder role first, then the ranks
 * of the game from 0 down. A role is above a member who is not a founder if it is the founder role, belongs to a higher
 * rank than their best, or holds a permission they lack; custom roles have no other place in the order.
 */
import type { Permission, RoleView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import { lacksPermission, lockedAccessTo, type OrganizationAccess, type RightsHolder } from './organization.access.ts';

export type RoleAuthority = {
  organizationId: string;
  source: 'standalone' | 'synced';
  /** Founders here and platform administrators: nothing is above them. */
  mayAll: boolean;
  permissions: Permission[];
  /** The best rank of the caller's characters in the guild; null without a roster. */
  rank: number | null;
};

const BEST_RANK = query({ rank: 'int?' })`
  select min(rank) as rank from proven_claim where organization_id = $1 and user_id = $2`;

/** Determines a member's authority. Stays true only while the organization is locked. */
export async function roleAuthorityIn(
  sql: Sql,
  person: RightsHolder,
  access: OrganizationAccess,
): Promise<RoleAuthority> {
  const { organizationId, source, isFounder, permissions } = access;
  const best = await sql.one(BEST_RANK, [organizationId, person.userId]);
  return { organizationId, source, mayAll: person.isAdmin || isFounder, permissions, rank: best.rank };
}

/**
 * Determines the caller's authority in a transaction that changes roles or their holders. Such changes of one
 * organization take turns with each other and with roster syncs, so the authority stays true until the commit. Throws
 * NOT_FOUND, FORBIDDEN, or CONFLICT for an archived organization.
 */
export async function lockRoles(sql: Sql, actor: Actor, ref: string): Promise<RoleAuthority> {
  return roleAuthorityIn(sql, actor, await lockedAccessTo(sql, actor, ref, 'manage', 'Role'));
}

type RoleLike = Pick<RoleView, 'isFounder' | 'gameRank' | 'permissions'>;

/** Whether a role, or a person with its rights, is above a member. */
export function standsAbove(authority: RoleAuthority, { isFounder, gameRank, permissions }: RoleLike): boolean {
  const { mayAll, rank } = authority;
  if (mayAll) return false;
  const higherRank = gameRank !== null && (rank === null || gameRank < rank);
  return isFounder || higherRank || unheld(authority, permissions).length > 0;
}

/** Throws FORBIDDEN for a role above the caller's own. */
export function refuseRoleAbove(authority: RoleAuthority, role: RoleLike): void {
  if (!standsAbove(authority, role)) return;
  refuseUnheldPermissions(authority, role.permissions);
  throw forbidden('This role ranks above your own, so you cannot change or give it.');
}

/** Throws FORBIDDEN for a permission that the caller does not hold. */
export function refuseUnheldPermissions(authority: Held, wanted: Permission[]): void {
  const lacking = unheld(authority, wanted);
  if (lacking.length > 0)
    throw forbidden(`You cannot give permissions that you do not have yourself: ${lacking.join(', ')}.`);
}

type Held = Pick<RoleAuthority, 'mayAll' | 'permissions'>;

const unheld = ({ mayAll, permissions }: Held, wanted: Permission[]) =>
  mayAll ? [] : wanted.filter((permission) => !permissions.includes(permission));

/**
 * Refuses whose rights could not carry an integration: an administrator who is no member, and permissions that the caller
 * lacks. Throws FORBIDDEN.
 */
export function refuseToCarry({ permissions }: OrganizationAccess, wanted: Permission[]): void {
  if (!permissions.includes('canManageGuild')) throw lacksPermission('canManageGuild');
  refuseUnheldPermissions({ mayAll: false, permissions }, wanted);
}
