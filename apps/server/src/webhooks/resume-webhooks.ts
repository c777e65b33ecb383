import { query, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { FOUNDER } from '../membership/rights/organization.access.ts';
import { writeAudit } from '../membership/rights/write-audit.ts';
import { type EndpointRow, OWNER_MAY_MANAGE } from './webhook.access.ts';
import { deliverWebhooksJob } from './webhooks.jobs.ts';

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
  update webhook_endpoint e set state = 'active', stopped_because = null, failures = 0, failing_since = null, read_seq = b.last
  from before b where e.id = b.id`;

export async function resumeEndpoints(
  tx: UnitOfWork,
  { id, organizationId, founderId }: Pick<EndpointRow, 'id' | 'organizationId' | 'founderId'>,
): Promise<void> {
  await tx.sql.run(RESUME, [id]);
  await tx.enqueue(deliverWebhooksJob, { organizationId, founderId, endpointId: id, at: null });
}

const CARRIED_AGAIN = query({ id: 'uuid', organizationId: 'uuid', founderId: 'uuid?', name: 'text' })`
  select e.id, e.organization_id as "organizationId", ${FOUNDER} as "founderId", e.name
  from webhook_endpoint e join organization o on o.id = e.organization_id
  where e.state = 'suspended' and ${OWNER_MAY_MANAGE} order by e.id limit 100 for no key update of e skip locked`;

/** Switches on the endpoints of people who lost the right and hold it again, e.g. after a false roster of the game. */
export async function resumeWebhooks({ transact }: AppContext): Promise<void> {
  await transact(async (tx) => {
    for (const { name, ...endpoint } of await tx.sql.many(CARRIED_AGAIN)) {
      await resumeEndpoints(tx, endpoint);
      await writeAudit(tx, endpoint.organizationId, null, 'webhook_changed', { name, state: 'active' });
    }
  });
}
