import {
  type CreateWebhookInput,
  DISCORD_CHANGES,
  type WebhookKind,
  type WebhookSecretView,
} from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { badRequest, conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { managedOrganization, refuseToAdopt } from './webhook.access.ts';
import { webhookAddress } from './webhook-address.ts';
import { newSecret, sealContext } from './webhook-secret.ts';
import { findWebhook } from './webhooks.queries.ts';

const MOST = 10;

const COUNT = query({ count: 'int' })`select count(*)::int as count from webhook_endpoint where organization_id = $1`;
/** It is told of what changes from now on. */
const INSERT = statement`
  insert into webhook_endpoint (id, organization_id, name, kind, host, address_sealed, secret_sealed, types, permissions,
    adopted_by_id, read_seq)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce((select last_seq from change_stream where id = $2), 0))`;

/** Throws BAD_REQUEST for an address that is never called, FORBIDDEN, CONFLICT. The answer is the only one with the secret. */
export async function createWebhook(
  ctx: AppContext,
  actor: Actor,
  input: CreateWebhookInput,
): Promise<WebhookSecretView> {
  const { name, kind, permissions } = input;
  const types = typesFor(kind, input.types);
  const url = webhookAddress(ctx.config, kind, input.address);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await managedOrganization(sql, actor, input.id);
    const { organizationId } = access;
    refuseToAdopt(access, permissions);
    const row = await sql.one(COUNT, [organizationId]);
    if (row.count >= MOST) {
      throw conflict('too_many_webhooks', `An organization has at most ${MOST} webhooks. Delete one first.`);
    }
    const id = uuidv7();
    const secret = kind === 'standard' ? newSecret() : null;
    const sealed = ctx.sealer.seal(url.href, sealContext(id, 'address'));
    const secretSealed = secret && ctx.sealer.seal(secret, sealContext(id, 'secret'));
    const values = [organizationId, name, kind, url.host, sealed, secretSealed, types, permissions, actor.userId];
    await sql.run(INSERT, [id, ...values]);
    await writeAudit(tx, {
      organizationId,
      action: 'webhook_created',
      actorId: actor.userId,
      details: { name, host: url.host },
    });
    return { webhook: await findWebhook(sql, id), secret };
  });
}

/** Throws BAD_REQUEST for changes that a channel is never told of. */
export function typesFor<T extends string>(kind: WebhookKind, types: T[]): T[] {
  const told: readonly string[] = DISCORD_CHANGES;
  if (kind === 'discord' && types.some((type) => !told.includes(type))) {
    throw badRequest('invalid_input', `A channel is told only of: ${told.join(', ')}.`);
  }
  return types;
}
