import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { keepPeople } from '../people/keep-people.ts';
import { noSuchOrganization, type OrganizationAccess, organizationAccess } from './organization.access.ts';

/** Not in the way of those who only refer to it. */
const LOCK = 'select from organization where id = $1 for no key update';

/**
 * Until the transaction ends nobody else changes the organization, who belongs to it, or who leads it: taken by everything
 * that must not happen twice at once. What was read before counts for nothing. Throws NOT_FOUND when it is gone.
 */
export async function lockOrganization(sql: Sql, organizationId: string): Promise<void> {
  if ((await sql(LOCK, [organizationId])).length === 0) throw noSuchOrganization();
}

const STILL_THERE = 'select from organization where id = $1 for key share';

/**
 * Keeps an organization from being deleted until the transaction ends, and nobody from changing it: for what is added to
 * it. Throws NOT_FOUND when it is gone.
 */
export async function keepOrganization(sql: Sql, organizationId: string): Promise<void> {
  if ((await sql(STILL_THERE, [organizationId])).length === 0) throw noSuchOrganization();
}

/**
 * What the caller is to an organization, which stays true until the transaction ends; so do the people who are named. How
 * every change of an organization begins. Throws NOT_FOUND, UNAUTHORIZED for a caller who is gone.
 */
export async function lockedAccess(
  sql: Sql,
  actor: Actor,
  ref: string,
  ...otherIds: string[]
): Promise<OrganizationAccess> {
  await keepPeople(sql, actor.userId, ...otherIds);
  const { organizationId } = await organizationAccess(sql, actor, ref);
  await lockOrganization(sql, organizationId);
  const access = await organizationAccess(sql, actor, organizationId);
  await logManaged(sql, actor, access);
  return access;
}

/**
 * The admin log tells of every organization that an administrator changes, unless they founded it. In the transaction of
 * the change, after its locks.
 */
export async function logManaged(sql: Sql, actor: Actor, access: OrganizationAccess): Promise<void> {
  const { organizationId, isFounder } = access;
  if (actor.isAdmin && !isFounder)
    await writeAdminLog(sql, actor, { action: 'organization_managed', details: { organizationId } });
}
