import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { type OrganizationAccess, organizationAccess } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';

/** The access of a caller to an organization in which every member may look around. Throws NOT_FOUND or FORBIDDEN. */
export async function organizationMember(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'read', 'Organization');
  return access;
}
