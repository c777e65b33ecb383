/** An organization's endpoints: who manages them, and what an endpoint is worth. */
import { type WebhookInput, WebhookKind, WebhookPermission, WebhookState } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, type RowOf, text, texts } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import { FOUNDER } from '../rights/founder.ts';
import { lockedAccessTo } from '../rights/lock-organization.ts';

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
  founderId: 'uuid?',
  name: 'text',
  host: 'text',
  kind: text(WebhookKind.options),
  state: text(WebhookState.options),
  carried: 'bool',
  addressSealed: 'text',
  secretSealed: 'text?',
  oldSecretSealed: 'text?',
  /** The language of the organization. */
  locale: 'text?',
  permissions: texts(WebhookPermission.options),
})`
  select e.id, e.organization_id as "organizationId", ${FOUNDER} as "founderId", e.name, e.host, e.kind, e.state, ${IS_CARRIED} as carried,
    e.address_sealed as "addressSealed", e.secret_sealed as "secretSealed",
    case when e.old_secret_until > now() then e.old_secret_sealed end as "oldSecretSealed",
    o.settings ->> 'locale' as locale,
    array(select unnest(e.permissions) intersect select unnest(${HELD})) as permissions
  from webhook_endpoint e join organization o on o.id = e.organization_id where e.id = $1`;

export const findEndpoint = (sql: Sql, id: string) => sql.maybe(ENDPOINT, [id]);

/** An endpoint of an organization that the caller manages, both locked. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function managedEndpoint(sql: Sql, actor: Actor, { id, webhookId }: WebhookInput) {
  const access = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
  const endpoint = await findEndpoint(sql, webhookId);
  if (endpoint?.organizationId !== access.organizationId) throw noSuchWebhook();
  return { access, endpoint };
}

export const noSuchWebhook = () => notFound('webhook_not_found', 'There is no such webhook in this organization.');
