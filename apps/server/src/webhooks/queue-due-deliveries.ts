import { columns, query, type RowOf } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { deliverWebhooksJob, dispatchWebhooksJob } from './webhooks.jobs.ts';

const Organization = columns({ organizationId: 'uuid' });
type Organization = RowOf<typeof Organization>;

const OF_STREAMS = query(Organization)`
  select distinct organization_id as "organizationId" from webhook_endpoint
  where organization_id = any($1) and state = 'active'`;

/** Called soon after a commit, with the streams that have new changes. */
export async function wakeWebhooks(ctx: AppContext, streams: string[]): Promise<void> {
  await dispatchAll(ctx, await ctx.sql.many(OF_STREAMS, [streams]));
}

const BEHIND = query(Organization)`
  select distinct e.organization_id as "organizationId"
  from webhook_endpoint e join change_stream s on s.id = e.organization_id
  where e.state = 'active' and e.read_seq < s.last_seq`;
const DUE = query({ endpointId: 'uuid' })`
  select distinct e.id as "endpointId" from webhook_endpoint e join webhook_delivery d on d.endpoint_id = e.id
  where e.state = 'active' and d.next_at <= now()`;

/** Finds what a killed process left behind, and attempts whose time has come. */
export async function queueDueDeliveries(ctx: AppContext): Promise<void> {
  await dispatchAll(ctx, await ctx.sql.many(BEHIND));
  const due = await ctx.sql.many(DUE);
  await ctx.transact((tx) =>
    tx.enqueueAll(
      deliverWebhooksJob,
      due.map(({ endpointId }) => ({ payload: { endpointId, at: null } })),
    ),
  );
}

async function dispatchAll({ transact }: AppContext, organizations: Organization[]): Promise<void> {
  if (organizations.length === 0) return;
  await transact(async (tx) => {
    for (const organization of organizations) await tx.enqueue(dispatchWebhooksJob, organization);
  });
}
