import type { WebhookInput, WebhookSecretView } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { managedEndpoint } from './webhook.access.ts';
import { newSecret, sealContext } from './webhook-secret.ts';
import { findWebhook } from './webhooks.queries.ts';

/** The former secret signs as well for a day, so that no message is lost while the receiver changes its own. */
const ROTATE = statement`
  update webhook_endpoint set old_secret_sealed = secret_sealed, old_secret_until = now() + interval '24 hours',
    secret_sealed = $2
  where id = $1`;

/** Throws NOT_FOUND, FORBIDDEN, CONFLICT. The answer is the only one with the secret. */
export async function rotateSecret(ctx: AppContext, actor: Actor, input: WebhookInput): Promise<WebhookSecretView> {
  return ctx.transact(async (tx) => {
    const { endpoint } = await managedEndpoint(tx.sql, actor, input);
    const { id, organizationId, name } = endpoint;
    if (endpoint.secretSealed === null) {
      throw conflict('webhook_without_secret', 'Messages to Discord are not signed, so there is no secret to replace.');
    }
    const secret = newSecret();
    await tx.sql.run(ROTATE, [id, ctx.sealer.seal(secret, sealContext(id, 'secret'))]);
    await writeAudit(tx, {
      organizationId,
      action: 'webhook_changed',
      actorId: actor.userId,
      details: { name, secret: 'rotated' },
    });
    return { webhook: await findWebhook(tx.sql, id), secret };
  });
}
