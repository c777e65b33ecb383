import {
  WebhookChange,
  type WebhookDeliveriesInput,
  type WebhookDeliveriesView,
  WebhookKind,
  WebhookOutcome,
  WebhookPermission,
  WebhookState,
  WebhookStop,
  type WebhooksView,
  WebhookType,
  type WebhookView,
} from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, query, statement, text, texts } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { Person, personOf } from '../identity/people/person-of.ts';
import { authorizedAccess } from '../membership/rights/organization.access.ts';
import { noSuchWebhook, OWNER_MAY_MANAGE } from './webhook.access.ts';

const VIEW = `
  select e.id, e.name, e.kind, e.host, e.types, e.permissions,
    case when e.state = 'active' and not ${OWNER_MAY_MANAGE} then 'suspended' else e.state end as state,
    case when e.state = 'disabled' then e.stopped_because end as "stoppedBecause",
    ${personOf('u')} as "adoptedBy", e.failing_since as "failingSince",
    (select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.next_at is not null) as waiting,
    (select max(d.attempted_at) from webhook_delivery d where d.endpoint_id = e.id and d.outcome = 'delivered')
      as "deliveredAt",
    case when e.old_secret_until > now() then e.old_secret_until end as "oldSecretUntil", e.created_at as "createdAt"
  from webhook_endpoint e left join person u on u.id = e.adopted_by_id `;
const Row = columns({
  id: 'uuid',
  name: 'text',
  waiting: 'int',
  createdAt: 'instant',
  kind: text(WebhookKind.options),
  state: text(WebhookState.options),
  stoppedBecause: text(WebhookStop.options).orNull,
  permissions: texts(WebhookPermission.options),
  host: 'text',
  types: texts(WebhookChange.options),
  failingSince: 'instant?',
  deliveredAt: 'instant?',
  oldSecretUntil: 'instant?',
  adoptedBy: Person.orNull,
});

const LIST = query(Row)`${VIEW} where e.organization_id = $1 order by e.id`;
const ONE = query(Row)`${VIEW} where e.id = $1`;

export async function listWebhooks({ sql }: AppContext, actor: Actor, ref: string): Promise<WebhooksView> {
  const { organizationId } = await authorizedAccess(sql, actor, ref, 'update', 'Organization');
  return { webhooks: await sql.many(LIST, [organizationId]) };
}

export async function findWebhook(sql: Sql, id: string): Promise<WebhookView> {
  const row = await sql.maybe(ONE, [id]);
  if (!row) throw noSuchWebhook();
  return row;
}

const OF_ORGANIZATION = statement`select from webhook_endpoint where id = $1 and organization_id = $2`;
/** One more than asked for shows whether there is another page. */
const DELIVERIES = query({
  id: 'text',
  type: text(WebhookType.options),
  outcome: text(WebhookOutcome.options),
  status: 'int?',
  code: 'int?',
  milliseconds: 'int?',
  attempt: 'int',
  nextAttemptAt: 'instant?',
  attemptedAt: 'instant?',
  createdAt: 'instant',
})`
  select 'msg_' || id as id, type, outcome, status, code, milliseconds, attempt, next_at as "nextAttemptAt",
    attempted_at as "attemptedAt", created_at as "createdAt"
  from webhook_delivery where endpoint_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`;

/** The log of an endpoint, newest first. */
export async function listDeliveries(
  { sql }: AppContext,
  actor: Actor,
  { id, webhookId, before, pageSize }: WebhookDeliveriesInput,
): Promise<WebhookDeliveriesView> {
  const { organizationId } = await authorizedAccess(sql, actor, id, 'update', 'Organization');
  if ((await sql.run(OF_ORGANIZATION, [webhookId, organizationId])) === 0) throw noSuchWebhook();
  const values = [webhookId, before?.slice('msg_'.length) ?? null, pageSize + 1];
  const rows = await sql.many(DELIVERIES, values);
  const deliveries = rows.slice(0, pageSize);
  return { deliveries, next: rows.length > pageSize ? (deliveries.at(-1)?.id ?? null) : null };
}
