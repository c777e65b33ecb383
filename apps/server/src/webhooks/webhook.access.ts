/** An organization's endpoints: who manages them, and what an endpoint is worth. */
import { type WebhookInput, WebhookKind, WebhookPermission, WebhookState } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, type RowOf, text, texts } from '../core/db/statement.ts';
import { forbidden, notFound } from '../core/errors.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { type OrganizationAccess, refuseArchived } from '../rights/organization.access.ts';
import { abilityFor, authorize, lacksPermission } from '../rights/organization.rules.ts';

/** The organization, locked, for a caller who manages it. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function managedOrganization(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const access = await lockedAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'update', 'Organization');
  refuseArchived(access);
  return access;
}

/**
 * Refuses whose rights could not carry an address: an administrator who is no member, and permissions that the caller
 * lacks. Throws FORBIDDEN.
 */
export function refuseToAdopt({ permissions }: OrganizationAccess, wanted: WebhookPermission[]): void {
  if (!permissions.includes('canManageGuild')) throw lacksPermission('canManageGuild');
  const lacking = wanted.filter((permission) => !permissions.includes(permission));
  if (lacking.length > 0)
    throw forbidden(`You cannot give permissions that you do not have yourself: ${lacking.join(', ')}.`);
}

/** Permissions that the person who set the address of endpoint `e` holds now. */
const HELD = `array(select distinct unnest(h.permissions) from held_role h
  where h.organization_id = e.organization_id and h.user_id = e.adopted_by_id)`;

/** Whether that person may still manage the organization. */
export const IS_CARRIED = `exists (select from held_role h where h.organization_id = e.organization_id
  and h.user_id = e.adopted_by_id and 'canManageGuild' = any(h.permissions))`;

export type EndpointRow = RowOf<typeof ENDPOINT>;

const ENDPOINT = query({
  id: 'uuid',
  organizationId: 'uuid',
  name: 'text',
  host: 'text',
  kind: text(WebhookKind.options),
  state: text(WebhookState.options),
  carried: 'bool',
  addressSealed: 'text',
  secretSealed: 'text?',
  oldSecretSealed: 'text?',
  failures: 'int',
  readSeq: 'float',
  /** The language of the organization. */
  locale: 'text?',
  permissions: texts(WebhookPermission.options),
})`
  select e.id, e.organization_id as "organizationId", e.name, e.host, e.kind, e.state, ${IS_CARRIED} as carried,
    e.address_sealed as "addressSealed", e.secret_sealed as "secretSealed",
    case when e.old_secret_until > now() then e.old_secret_sealed end as "oldSecretSealed", e.failures,
    e.read_seq::float8 as "readSeq",
    o.settings ->> 'locale' as locale,
    array(select unnest(e.permissions) intersect select unnest(${HELD})) as permissions
  from webhook_endpoint e join organization o on o.id = e.organization_id where e.id = $1`;

export function findEndpoint(sql: Sql, id: string): Promise<EndpointRow | null> {
  return sql.maybe(ENDPOINT, [id]);
}

/** An endpoint of an organization that the caller manages, both locked. Throws as above. */
export async function managedEndpoint(sql: Sql, actor: Actor, { id, webhookId }: WebhookInput) {
  const access = await managedOrganization(sql, actor, id);
  const endpoint = await findEndpoint(sql, webhookId);
  if (endpoint?.organizationId !== access.organizationId) throw noSuchWebhook();
  return { access, endpoint };
}

export const noSuchWebhook = () => notFound('webhook_not_found', 'There is no such webhook in this organization.');
