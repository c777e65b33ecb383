import type { WebhookInput, WebhookView } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { type EndpointRow, managedEndpoint } from './webhook.access.ts';
import { deliverWebhooksJob } from './webhooks.jobs.ts';
import { findWebhook } from './webhooks.queries.ts';

/** One gap stands for the changes of the meantime; waiting messages are due now. */
const RESUME = statement`
  with before as (
    select id, kind, read_seq, coalesce((select last_seq from change_stream where id = organization_id), 0) as last
    from webhook_endpoint where id = $1
  ), gap as (
    insert into webhook_delivery (endpoint_id, seq, type, happened_at, next_at)
    select id, read_seq, 'feed.gap', now(), now() from before where read_seq < last and kind = 'standard'
    on conflict do nothing
  ), due as (
    update webhook_delivery set next_at = now() where endpoint_id = $1 and next_at is not null
  )
  update webhook_endpoint e set state = 'active', failures = 0, failing_since = null, read_seq = b.last
  from before b where e.id = b.id`;

export async function resumeEndpoint(tx: UnitOfWork, { id }: EndpointRow): Promise<void> {
  await tx.sql.run(RESUME, [id]);
  await tx.enqueue(deliverWebhooksJob, { endpointId: id, at: null });
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
    await resumeEndpoint(tx, endpoint);
    await writeAudit(tx, {
      organizationId: endpoint.organizationId,
      action: 'webhook_changed',
      actorId: actor.userId,
      details: { name: endpoint.name, state: 'active' },
    });
    return findWebhook(tx.sql, endpoint.id);
  });
}
