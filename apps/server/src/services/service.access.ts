import type { ServiceInput } from '@guildhall/contracts/service.ts';
import type { WebhookPermission } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { forbidden } from '../core/errors.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { type OrganizationAccess, refuseArchived } from '../rights/organization.access.ts';
import { abilityFor, authorize, lacksPermission } from '../rights/organization.rules.ts';
import { noSuchService } from './services.queries.ts';

/** The organization, locked, for a caller who manages it. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function managedOrganization(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await lockedAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'update', 'Organization');
  refuseArchived(access);
  return access;
}

const SERVICE = query({
  id: 'uuid',
  name: 'text',
  organizationId: 'uuid',
})`select id, name, organization_id as "organizationId" from service_account where id = $1 and organization_id = $2`;

/** A service of an organization that the caller manages, locked. Throws as above. */
export async function managedService(sql: Sql, actor: Actor, { id, serviceId }: ServiceInput) {
  const access = await managedOrganization(sql, actor, id);
  const service = await sql.maybe(SERVICE, [serviceId, access.organizationId]);
  if (!service) throw noSuchService();
  return { access, service };
}

/** Refuses permissions that the caller lacks, and administrators who are no members. Throws FORBIDDEN. */
export function refuseBeyondOwn({ permissions }: OrganizationAccess, wanted: WebhookPermission[]): void {
  if (!permissions.includes('canManageGuild')) throw lacksPermission('canManageGuild');
  const lacking = wanted.filter((permission) => !permissions.includes(permission));
  if (lacking.length > 0)
    throw forbidden(`You cannot give permissions that you do not have yourself: ${lacking.join(', ')}.`);
}
