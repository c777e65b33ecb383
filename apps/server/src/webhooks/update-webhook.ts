import type { UpdateWebhookInput, WebhookInput, WebhookView } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { typesFor } from './create-webhook.ts';
import { resumeEndpoint } from './resume-endpoint.ts';
import { managedEndpoint, refuseToAdopt } from './webhook.access.ts';
import { webhookAddress } from './webhook-address.ts';
import { sealContext } from './webhook-secret.ts';
import { findWebhook } from './webhooks.queries.ts';

const UPDATE = statement`
  update webhook_endpoint set name = coalesce($2, name), types = coalesce($3, types),
    permissions = coalesce($4, permissions), host = coalesce($5, host), address_sealed = coalesce($6, address_sealed),
    adopted_by_id = case when $6::text is null then adopted_by_id else $7 end
  where id = $1`;

/**
 * With an address, the caller takes the endpoint over: from now on it is worth what they may do. Throws BAD_REQUEST,
 * NOT_FOUND, FORBIDDEN, CONFLICT.
 */
export async function updateWebhook(ctx: AppContext, actor: Actor, input: UpdateWebhookInput): Promise<WebhookView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { access, endpoint } = await managedEndpoint(sql, actor, input);
    const { id, kind, organizationId } = endpoint;
    const { name, types, permissions, address } = input;
    if (types) typesFor(kind, types);
    if (permissions || address !== undefined) refuseToAdopt(access, permissions ?? endpoint.permissions);
    const url = address === undefined ? undefined : webhookAddress(ctx.config, kind, address);
    const sealed = url && ctx.sealer.seal(url.href, sealContext(id, 'address'));
    await sql.run(UPDATE, [
      id,
      name ?? null,
      types ?? null,
      permissions ?? null,
      url?.host ?? null,
      sealed ?? null,
      actor.userId,
    ]);
    if (url && endpoint.state === 'suspended') await resumeEndpoint(tx, endpoint);
    await writeAudit(tx, {
      organizationId,
      action: 'webhook_changed',
      actorId: actor.userId,
      details: { name: name ?? endpoint.name, ...(url ? { host: url.host } : {}) },
    });
    return findWebhook(sql, id);
  });
}

const DELETE = statement`delete from webhook_endpoint where id = $1`;

export async function deleteWebhook(ctx: AppContext, actor: Actor, input: WebhookInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { endpoint } = await managedEndpoint(tx.sql, actor, input);
    await tx.sql.run(DELETE, [endpoint.id]);
    await writeAudit(tx, {
      organizationId: endpoint.organizationId,
      action: 'webhook_deleted',
      actorId: actor.userId,
      details: { name: endpoint.name },
    });
  });
}
