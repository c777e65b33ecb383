import type { Action, Subject } from '../core/ability.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { lockedAccess } from './lock-organization.ts';
import {
  type OrganizationAccess,
  organizationAccess,
  type RightsHolder,
  refuseArchived,
} from './organization.access.ts';
import { abilityFor, authorize } from './organization.rules.ts';

type Deed = [Action, Exclude<Subject, 'all'>];

/** The organization, for a caller who may do this in it. Throws NOT_FOUND, FORBIDDEN. */
export async function permittedAccess(
  sql: Sql,
  actor: RightsHolder,
  ref: string,
  ...deed: Deed
): Promise<OrganizationAccess> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), ...deed);
  return access;
}

/** The same for a change: under the lock of the organization, which must not be archived. Throws CONFLICT too. */
export async function lockedFor(sql: Sql, actor: Actor, ref: string, ...deed: Deed): Promise<OrganizationAccess> {
  const access = await lockedAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), ...deed);
  refuseArchived(access);
  return access;
}
