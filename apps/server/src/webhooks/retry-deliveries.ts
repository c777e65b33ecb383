import type {
  RetriedView,
  RetryDeliveriesInput,
  RetryDeliveryInput,
  WebhookInput,
} from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import { conflict, notFound } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { type EndpointRow, managedEndpoint } from './webhook.access.ts';
import { deliverWebhooksJob } from './webhooks.jobs.ts';

const PING = statement`insert into webhook_delivery (endpoint_id, type, happened_at, next_at) values ($1, 'ping', now(), now())`;

/** Sends a message of the type `ping`, once. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export const pingWebhook = (ctx: AppContext, actor: Actor, input: WebhookInput) =>
  sendAnew(ctx, actor, input, async (sql, { id }) => void (await sql.run(PING, [id])));

const EXISTS = statement`select from webhook_delivery where id = $1 and endpoint_id = $2`;
/** Begins the attempts anew, with the same id, or makes the next one due now. */
const RETRY_ONE = statement`
  update webhook_delivery set attempt = case when next_at is null then 0 else attempt end, next_at = now(),
    outcome = 'waiting'
  where id = $1 and endpoint_id = $2`;

export const retryDelivery = (ctx: AppContext, actor: Actor, input: RetryDeliveryInput) =>
  sendAnew(ctx, actor, input, async (sql, endpoint) => {
    const id = input.deliveryId.slice('msg_'.length);
    if ((await sql.run(EXISTS, [id, endpoint.id])) === 0) {
      throw notFound('delivery_not_found', 'This webhook has no such delivery. They are kept for 14 days.');
    }
    await sql.run(RETRY_ONE, [id, endpoint.id]);
  });

const RETRY_SINCE = statement`
  update webhook_delivery set attempt = 0, next_at = now(), outcome = 'waiting'
  where endpoint_id = $1 and next_at is null and outcome not in ('delivered', 'withheld') and created_at >= $2`;

export async function retryDeliveries(
  ctx: AppContext,
  actor: Actor,
  input: RetryDeliveriesInput,
): Promise<RetriedView> {
  const retried = await sendAnew(ctx, actor, input, (sql, { id }) => sql.run(RETRY_SINCE, [id, input.since]));
  return { retried };
}

async function sendAnew<T>(
  ctx: AppContext,
  actor: Actor,
  input: WebhookInput,
  prepare: (sql: Sql, endpoint: EndpointRow) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx: UnitOfWork) => {
    const { endpoint } = await managedEndpoint(tx.sql, actor, input);
    if (endpoint.state !== 'active' || !endpoint.carried) {
      throw conflict('webhook_not_active', 'Nothing is sent to this webhook now. Switch it on first.');
    }
    const prepared = await prepare(tx.sql, endpoint);
    await tx.enqueue(deliverWebhooksJob, { endpointId: endpoint.id, at: null });
    return prepared;
  });
}
