import {
  type CreateWebhookInput,
  DISCORD_CHANGES,
  type RetryDeliveriesInput,
  type RetryDeliveryInput,
  type UpdateWebhookInput,
  type WebhookInput,
  type WebhookKind,
  type WebhookSecretView,
  type WebhookView,
} from '@guildhall/contracts/webhook.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../core/actor.ts';
import { now } from '../core/db/columns.ts';
import { query, statement } from '../core/db/statement.ts';
import { badRequest, conflict, notFound } from '../core/errors.ts';
import { given } from '../core/given.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { lockedAccessTo } from '../membership/rights/organization.access.ts';
import { refuseToCarry } from '../membership/rights/role-authority.ts';
import { writeAudit } from '../membership/rights/write-audit.ts';
import { resumeEndpoints } from './resume-webhooks.ts';
import { type EndpointRow, managedEndpoint, newWebhookSecret, sealContext, webhookAddress } from './webhook.access.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { deliverWebhooksJob } from './webhooks.jobs.ts';
import { findWebhook } from './webhooks.queries.ts';

const MOST = 10;

const COUNT = query({ count: 'int' })`select count(*)::int as count from webhook_endpoint where organization_id = $1`;
const LAST = query({ seq: 'float!' })`select last_seq::float8 as seq from change_stream where id = $1`;

/** Throws BAD_REQUEST for an address that is never called, FORBIDDEN, CONFLICT. The answer is the only one with the secret. */
export async function createWebhook(ctx: AppContext, actor: Actor, input: CreateWebhookInput) {
  const { name, kind, types, permissions } = input;
  refuseUntold(kind, types);
  const url = webhookAddress(ctx.config, kind, input.address);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccessTo(sql, actor, input.id, 'update', 'Organization');
    const { organizationId } = access;
    refuseToCarry(access, permissions);
    const row = await sql.one(COUNT, [organizationId]);
    if (row.count >= MOST) {
      throw conflict('too_many_webhooks', `An organization has at most ${MOST} webhooks. Delete one first.`);
    }
    const id = uuidv7();
    const secret = kind === 'standard' ? newWebhookSecret() : null;
    // It is told of what changes from now on.
    const last = await sql.maybe(LAST, [organizationId]);
    tx.em.create(WebhookEndpoint, {
      id,
      organization: organizationId,
      ...{ name, kind, types, permissions, host: url.host, adoptedBy: actor.userId, readSeq: last?.seq ?? 0 },
      addressSealed: ctx.sealer.seal(url.href, sealContext(id, 'address')),
      secretSealed: secret && ctx.sealer.seal(secret, sealContext(id, 'secret')),
    });
    await writeAudit(tx, organizationId, actor, 'webhook_created', { name, host: url.host });
    return { webhook: await findWebhook(sql, id), secret };
  });
}

/** Throws BAD_REQUEST for changes that a channel is never told of. */
function refuseUntold(kind: WebhookKind, types: string[]): void {
  const told: readonly string[] = DISCORD_CHANGES;
  if (kind === 'discord' && types.some((type) => !told.includes(type))) {
    throw badRequest('invalid_input', `A channel is told only of: ${told.join(', ')}.`);
  }
}

/**
 * With an address, the caller takes the endpoint over: from now on it never has more rights than they have. Throws BAD_REQUEST,
 * NOT_FOUND, FORBIDDEN, CONFLICT.
 */
export async function updateWebhook(ctx: AppContext, actor: Actor, input: UpdateWebhookInput): Promise<WebhookView> {
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { access, endpoint } = await managedEndpoint(sql, actor, input);
    const { id, kind } = endpoint;
    const { name, types, permissions, address } = input;
    if (types) refuseUntold(kind, types);
    if (permissions || address !== undefined) refuseToCarry(access, permissions ?? endpoint.permissions);
    const url = address === undefined ? undefined : webhookAddress(ctx.config, kind, address);
    const row = await em.findOneOrFail(WebhookEndpoint, id);
    em.assign(row, given({ name, types, permissions }));
    if (url) {
      const addressSealed = ctx.sealer.seal(url.href, sealContext(id, 'address'));
      em.assign(row, { host: url.host, addressSealed, adoptedBy: actor.userId });
    }
    if (url && endpoint.state !== 'active') await resumeEndpoints(tx, endpoint);
    await logChange(tx, actor, endpoint, { name: name ?? endpoint.name, ...(url ? { host: url.host } : {}) });
    return findWebhook(sql, id);
  });
}

export async function deleteWebhook(ctx: AppContext, actor: Actor, input: WebhookInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { endpoint } = await managedEndpoint(tx.sql, actor, input);
    const { id, organizationId, name } = endpoint;
    await tx.em.nativeDelete(WebhookEndpoint, { id });
    await writeAudit(tx, organizationId, actor, 'webhook_deleted', { name });
  });
}

/** Throws NOT_FOUND, FORBIDDEN, CONFLICT. The answer is the only one with the secret. */
export async function rotateSecret(ctx: AppContext, actor: Actor, input: WebhookInput): Promise<WebhookSecretView> {
  return ctx.transact(async (tx) => {
    const { endpoint } = await managedEndpoint(tx.sql, actor, input);
    const { id, name } = endpoint;
    if (endpoint.secretSealed === null) {
      throw conflict('webhook_without_secret', 'Messages to Discord are not signed, so there is no secret to replace.');
    }
    const secret = newWebhookSecret();
    const row = await tx.em.findOneOrFail(WebhookEndpoint, id);
    // The former secret signs as well for a day, so that no message is lost while the receiver changes its own.
    row.oldSecretSealed = row.secretSealed;
    row.oldSecretUntil = now('24 hours');
    row.secretSealed = ctx.sealer.seal(secret, sealContext(id, 'secret'));
    await logChange(tx, actor, endpoint, { name, secret: 'rotated' });
    return { webhook: await findWebhook(tx.sql, id), secret };
  });
}

/** Switches on what was switched off. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function enableWebhook(ctx: AppContext, actor: Actor, input: WebhookInput): Promise<WebhookView> {
  return ctx.transact(async (tx) => {
    const { endpoint } = await managedEndpoint(tx.sql, actor, input);
    if (!endpoint.carried) {
      throw conflict(
        'webhook_suspended',
        'The person who set the address may no longer manage this organization. Set the address again.',
      );
    }
    await resumeEndpoints(tx, endpoint);
    await logChange(tx, actor, endpoint, { name: endpoint.name, state: 'active' });
    return findWebhook(tx.sql, endpoint.id);
  });
}

const logChange = (tx: UnitOfWork, actor: Actor, { organizationId }: EndpointRow, details: object) =>
  writeAudit(tx, organizationId, actor, 'webhook_changed', details);

const PING = statement`
  insert into webhook_delivery (endpoint_id, type, happened_at, next_at) values ($1, 'ping', now(), now())
  on conflict do nothing`;

/** Sends a message of the type `ping`, once. Throws NOT_FOUND, FORBIDDEN, CONFLICT while one is under way. */
export const pingWebhook = (ctx: AppContext, actor: Actor, input: WebhookInput) =>
  sendAnew(ctx, actor, input, async ({ sql }, { id }) => {
    if ((await sql.run(PING, [id])) > 0) return;
    throw conflict(
      'webhook_ping_pending',
      'A test message to this webhook is still being sent. Wait until the list of deliveries shows how it went.',
    );
  });

/** Begins the attempts anew, with the same id, or makes the next one due now. */
export const retryDelivery = (ctx: AppContext, actor: Actor, input: RetryDeliveryInput) =>
  sendAnew(ctx, actor, input, async ({ em }, endpoint) => {
    const id = input.deliveryId.slice('msg_'.length);
    // An attempt that is under way writes its outcome first.
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const delivery = await em.findOne(WebhookDelivery, { id, endpoint: endpoint.id }, { lockMode });
    if (!delivery)
      throw notFound('delivery_not_found', 'This webhook has no such delivery. They are kept for 14 days.');
    if (delivery.nextAt === null) Object.assign(delivery, { attempt: 0, refusals: 0 });
    delivery.nextAt = now();
    delivery.outcome = 'waiting';
  });

const RETRY_SINCE = statement`
  update webhook_delivery set attempt = 0, refusals = 0, next_at = now(), outcome = 'waiting'
  where endpoint_id = $1 and next_at is null and outcome not in ('delivered', 'withheld') and created_at >= $2`;

export async function retryDeliveries(ctx: AppContext, actor: Actor, input: RetryDeliveriesInput) {
  const retried = await sendAnew(ctx, actor, input, ({ sql }, { id }) => sql.run(RETRY_SINCE, [id, input.since]));
  return { retried };
}

async function sendAnew<T>(
  ctx: AppContext,
  actor: Actor,
  input: WebhookInput,
  prepare: (tx: UnitOfWork, endpoint: EndpointRow) => Promise<T>,
): Promise<T> {
  await ctx.limits.take('webhookTest', actor.userId);
  return ctx.transact(async (tx) => {
    const { endpoint } = await managedEndpoint(tx.sql, actor, input);
    if (endpoint.state !== 'active' || !endpoint.carried) {
      throw conflict('webhook_not_active', 'Nothing is sent to this webhook now. Switch it on first.');
    }
    const prepared = await prepare(tx, endpoint);
    const { id: endpointId, organizationId, founderId } = endpoint;
    await tx.enqueue(deliverWebhooksJob, { organizationId, founderId, endpointId, at: null });
    return prepared;
  });
}
