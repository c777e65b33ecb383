import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import {
  noSuchOrganization,
  type OrganizationAccess,
  organizationAccess,
  refuseArchived,
} from './organization.access.ts';
import { abilityFor, authorize, type Right } from './organization.rules.ts';

/** Does not block transactions that only refer to the organization. */
const LOCK = statement`select from organization where id = $1 for no key update`;

/**
 * Until the transaction ends nobody else changes the organization, its members or its founders; every operation that
 * must not run concurrently takes this lock. Anything read earlier may be out of date. Throws NOT_FOUND when it is
 * gone.
 */
export async function lockOrganization(sql: Sql, organizationId: string): Promise<void> {
  if ((await sql.run(LOCK, [organizationId])) === 0) throw noSuchOrganization();
}

/** The caller's access under the organization's lock: it stays true until the transaction ends. Throws NOT_FOUND. */
export async function lockedAccess(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const { organizationId } = await organizationAccess(sql, actor, ref);
  await lockOrganization(sql, organizationId);
  const access = await organizationAccess(sql, actor, organizationId);
  await logManaged(sql, actor, access);
  return access;
}

/** The same for a caller who may do this, where nothing is archived. Throws FORBIDDEN and CONFLICT too. */
export async function lockedAccessTo(
  sql: Sql,
  actor: Actor,
  ref: string,
  ...right: Right
): Promise<OrganizationAccess> {
  const access = await lockedAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), ...right);
  refuseArchived(access);
  return access;
}

/** Logs that an administrator changes an organization of others. Call in that transaction, after its locks. */
export async function logManaged(sql: Sql, actor: Actor, access: OrganizationAccess): Promise<void> {
  const { organizationId, isFounder } = access;
  if (actor.isAdmin && !isFounder)
    await writeAdminLog(sql, actor, { action: 'organization_managed', details: { organizationId } });
}
