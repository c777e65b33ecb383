/**
 * What a caller may do with the roles of one organization. The order is this: the founder role, then the ranks of the
 * game from 0 down. A role stands above somebody who is no founder when it is the founder role, the role of a higher
 * rank than the best of theirs, or when it holds a permission that they lack; custom roles have no other place.
 */
import type { Permission, RoleView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../core/actor.ts';
import { forbidden } from '../core/errors.ts';
import type { Sql } from '../core/sql.ts';
import { organizationAccess } from '../organizations/organization.access.ts';
import { abilityFor, authorize } from '../organizations/organization.rules.ts';

export type Standing = {
  organizationId: string;
  source: 'standalone' | 'synced';
  /** Founders here and administrators of the platform: nothing is above them. */
  mayAll: boolean;
  permissions: Permission[];
  /** The best rank of the caller's characters in the guild; null where there is no roster. */
  rank: number | null;
};

const LOCK = 'select from organization where id = $1 for no key update';
const BEST_RANK = `
  select min(e.rank) as rank from roster_entry e join character c on c.id = e.claimed_by_id
  where e.organization_id = $1 and e.left_at is null and c.user_id = $2 and c.verified_at is not null`;

/**
 * Where the caller stands, in a transaction that changes roles or who holds them. Such changes of one organization take
 * turns, with each other and with a roster sync: what was true when the lock was given stays true until the commit.
 * Throws NOT_FOUND or FORBIDDEN.
 */
export async function lockRoles(sql: Sql, actor: Actor, ref: string): Promise<Standing> {
  const { organizationId } = await roleManager(sql, actor, ref);
  await sql(LOCK, [organizationId]);
  // Asked again: whoever held the lock may have changed it.
  const access = await roleManager(sql, actor, organizationId);
  const [best] = await sql<{ rank: number | null }>(BEST_RANK, [organizationId, actor.userId]);
  return {
    organizationId,
    source: access.source,
    mayAll: actor.isAdmin || access.isFounder,
    permissions: access.permissions,
    rank: best?.rank ?? null,
  };
}

async function roleManager(sql: Sql, actor: Actor, ref: string) {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'manage', 'Role');
  return access;
}

/** Throws FORBIDDEN for a role above the caller's own. */
export function refuseAbove(standing: Standing, role: Pick<RoleView, 'isFounder' | 'gameRank' | 'permissions'>): void {
  if (standing.mayAll) return;
  const { rank } = standing;
  const higherRank = role.gameRank !== null && (rank === null || role.gameRank < rank);
  if (role.isFounder || higherRank) throw forbidden('This role stands above your own.');
  refuseUnheld(standing, role.permissions);
}

/** Throws FORBIDDEN for a permission that the caller does not hold. */
export function refuseUnheld({ mayAll, permissions }: Standing, wanted: Permission[]): void {
  if (mayAll) return;
  const lacking = wanted.filter((permission) => !permissions.includes(permission));
  if (lacking.length > 0) throw forbidden(`You do not hold ${lacking.join(', ')} yourself.`);
}
