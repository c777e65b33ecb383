import { WebhookChange, WebhookKind } from '@guildhall/contracts/webhook.ts';
import { columns, query, type RowOf, text } from '../core/db/statement.ts';
import type { JobPayload } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import { FOUNDER } from '../membership/rights/organization.access.ts';
import { resumeWebhooks } from './resume-webhooks.ts';
import { deliverWebhooksJob, dispatchWebhooksJob } from './webhooks.jobs.ts';

const CHANGES_AT_ONCE = 2_000;
/** Waiting at one endpoint. Further changes are told as one gap. */
const MOST_WAITING = 10_000;
/** Channels are told once things are quiet: people correct what they have just written. */
const QUIET_SECONDS = 10;

/** Other changes are for sockets and the change feed alone. */
const OF_WEBHOOKS = WebhookChange.options.map((type) => `'${type}'`).join(', ');

/** Whether an endpoint `e` is told of a change `c`, by its permissions and the types that it asked for. */
const TOLD = `c.type in (${OF_WEBHOOKS})
  and (c.audience = 'members' or c.audience = 'roster' and 'canViewRoster' = any(e.permissions)
  or c.audience = 'officers' and 'canViewOfficerData' = any(e.permissions)
  or c.audience = 'planners' and 'canManageEvents' = any(e.permissions))
  and (c.type = any(e.types) or cardinality(e.types) = 0)
  and (e.kind = 'standard' or c.type in ('event.changed', 'post.changed'))`;

/**
 * Tells the latest of several changes of one subject that the endpoint may know of: a draft that follows a publication
 * does not hide it. The rows of the endpoints stay locked to the commit, so that each change is read once.
 */
const DISPATCH = query({ endpointId: 'uuid', kind: text(WebhookKind.options), read: 'int' })`
  with e as (
    select * from webhook_endpoint where organization_id = $1 and state = 'active' order by id for no key update
  ), fresh as (
    select e.id as endpoint_id, e.kind, e.read_seq, c.seq, c.type, c.subject_id, c.audience, c.at, ${TOLD} as told,
      row_number() over (partition by e.id, c.type, c.subject_id, ${TOLD} order by c.seq desc) = 1 as latest,
      (select count(*) from webhook_delivery d where d.endpoint_id = e.id and d.next_at is not null) >= ${MOST_WAITING} as crowded
    from e cross join lateral (
      select * from change where stream_id = $1 and seq > e.read_seq order by seq limit ${CHANGES_AT_ONCE}) c
  ), moved as (
    update webhook_endpoint w set read_seq = f.reached
    from (select endpoint_id, max(seq) as reached from fresh group by endpoint_id) f where w.id = f.endpoint_id
  ), overtaken as (
    delete from webhook_delivery d using fresh f
    where f.kind = 'discord' and f.told and d.endpoint_id = f.endpoint_id and d.type = f.type
      and d.subject_id = f.subject_id and d.attempt = 0 and d.next_at is not null
  ), made as (
    insert into webhook_delivery (endpoint_id, seq, type, subject_id, audience, happened_at, next_at)
    select endpoint_id, seq, type, subject_id, audience, at,
      now() + case kind when 'discord' then ${QUIET_SECONDS} else 0 end * interval '1 second'
    from fresh where told and latest and not crowded
    union all
    select distinct f.endpoint_id, f.read_seq, 'feed.gap', null::uuid, 'members', now(), now()
    from fresh f where f.told and f.crowded and f.kind = 'standard' and not exists (
      select from webhook_delivery d where d.endpoint_id = f.endpoint_id and d.type = 'feed.gap' and d.next_at is not null)
    order by 2
    on conflict do nothing
  )
  select distinct endpoint_id as "endpointId", kind, (select max(per) from (
    select count(*)::int as per from fresh group by endpoint_id) x) as read from fresh where told`;

/** Turns new changes of an organization into deliveries, and moves past them, in one transaction. */
export async function dispatchWebhooks(
  ctx: AppContext,
  organization: JobPayload<typeof dispatchWebhooksJob>,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const rows = await tx.sql.many(DISPATCH, [organization.organizationId]);
    for (const { endpointId, kind } of rows) {
      if (kind === 'standard') await tx.enqueue(deliverWebhooksJob, { ...organization, endpointId, at: null });
      else {
        const at = new Date(Date.now() + QUIET_SECONDS * 1000).toISOString();
        await tx.enqueue(deliverWebhooksJob, { ...organization, endpointId, at }, { startAfter: at });
      }
    }
    if (rows.some(({ read }) => read === CHANGES_AT_ONCE)) await tx.enqueue(dispatchWebhooksJob, organization);
  });
}

const Organization = columns({ organizationId: 'uuid', founderId: 'uuid?' });
type Organization = RowOf<typeof Organization>;

const OF_STREAMS = query(Organization)`
  select o.id as "organizationId", ${FOUNDER} as "founderId" from organization o
  where o.id = any($1) and exists (select from webhook_endpoint e where e.organization_id = o.id and e.state = 'active')`;

/** Called soon after a commit, with the streams that have new changes. */
export async function wakeWebhooks(ctx: AppContext, streams: string[]): Promise<void> {
  await dispatchAll(ctx, await ctx.sql.many(OF_STREAMS, [streams]));
}

const BEHIND = query(Organization)`
  select o.id as "organizationId", ${FOUNDER} as "founderId" from organization o join change_stream s on s.id = o.id
  where exists (select from webhook_endpoint e where e.organization_id = o.id and e.state = 'active' and e.read_seq < s.last_seq)`;
const DUE = query({ ...Organization, endpointId: 'uuid' })`
  select o.id as "organizationId", ${FOUNDER} as "founderId", e.id as "endpointId"
  from webhook_endpoint e join organization o on o.id = e.organization_id
  where e.state = 'active' and exists (select from webhook_delivery d where d.endpoint_id = e.id and d.next_at <= now())`;

/** Finds endpoints that may be told again, what a killed process left behind, and attempts whose time has come. */
export async function queueDueDeliveries(ctx: AppContext): Promise<void> {
  await resumeWebhooks(ctx);
  await dispatchAll(ctx, await ctx.sql.many(BEHIND));
  const due = await ctx.sql.many(DUE);
  await ctx.transact((tx) =>
    tx.enqueueAll(
      deliverWebhooksJob,
      due.map((endpoint) => ({ payload: { ...endpoint, at: null } })),
    ),
  );
}

async function dispatchAll({ transact }: AppContext, organizations: Organization[]): Promise<void> {
  if (organizations.length === 0) return;
  await transact(async (tx) => {
    for (const organization of organizations) await tx.enqueue(dispatchWebhooksJob, organization);
  });
}
