/** Says which posts are to be shown anew. Their channels' lanes then show them. */
import { columns, query, type RowOf } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { showDuePostsJob } from '../bindings/discord.jobs.ts';
import { wantMirrors } from './want-mirrors.ts';

/** Takes the changes that no worker has read yet. `isOfItself` when more than the answers to an event changed. */
const TAKE = query({ eventId: 'uuid', organizationId: 'uuid', isOfItself: 'bool!' })`
  with behind as (
    select d.organization_id, d.read_seq, s.last_seq from discord_connection d join change_stream s on s.id = d.organization_id
    where s.last_seq > d.read_seq order by d.organization_id for update of d skip locked
  ), moved as (
    update discord_connection d set read_seq = b.last_seq from behind b where d.organization_id = b.organization_id
  )
  select c.subject_id as "eventId", c.stream_id as "organizationId", bool_or(c.type = 'event.changed') as "isOfItself"
  from behind b
  join change c on c.stream_id = b.organization_id and c.seq > b.read_seq and c.seq <= b.last_seq
  where c.type in ('event.changed', 'participation.changed') group by 1, 2`;

const Channel = columns({ channelId: 'text' });
type Channel = RowOf<typeof Channel>;

const RAISE = query(Channel)`
  update event_post set wanted = wanted + 1 where event_id = any($1) and state = 'live'
  returning channel_id as "channelId"`;

/** Posts of deleted events and of channels that are no longer bound. */
const TO_DELETE = query(Channel)`
  select distinct channel_id as "channelId" from event_post
  where (event_id is null or binding_id is null) and state = 'live'`;

/** Published events within the days that a binding posts ahead; null for all of them. */
const ADD = query(Channel)`
  insert into event_post (event_id, binding_id, channel_id)
  select e.id, b.id, b.channel_id from discord_binding b
  join discord_connection d on d.organization_id = b.organization_id and d.state = 'ok'
  join chat_server_proof proof on proof.organization_id = b.organization_id and proof.server_id = b.server_id
  join organization o on o.id = b.organization_id and o.archived_at is null
  join event e on e.organization_id = b.organization_id and e.status = 'published' and e.starts_at > now()
    and e.starts_at < now() + b.lead_days * interval '1 day' and e.scope = any(b.scopes) and e.type = any(b.types)
  where b.state = 'ok' and ($1::uuid[] is null or e.id = any($1))
    and not exists (select from event_post p where p.event_id = e.id and p.binding_id = b.id)
  order by e.starts_at
  on conflict (event_id, binding_id) do nothing returning channel_id as "channelId"`;

/** Sign-ups close without a change of the event. */
const CLOSED_SINCE = query(Channel)`
  update event_post p set wanted = wanted + 1 from event e
  where e.id = p.event_id and p.state = 'live' and p.wanted = p.shown and e.status = 'published'
    and e.starts_at - coalesce(e.signup_closes_minutes, 0) * interval '1 minute' between p.shown_at and now()
  returning p.channel_id as "channelId"`;

/** Lanes whose job was lost, or whose pause is over. */
const OVERDUE = query(Channel)`
  select distinct p.channel_id as "channelId" from event_post p
  left join discord_binding b on b.id = p.binding_id left join discord_lane l on l.channel_id = p.channel_id
  where p.state = 'live' and (p.wanted > p.shown or p.event_id is null or p.binding_id is null)
    and p.next_try_at < now() - interval '10 seconds' and (b.id is null or b.state = 'ok')
    and (l.resume_at is null or l.resume_at < now())`;

/** Reads the outbox as far as it is written, and wants the posts of the events that changed. */
export async function noteEventChanges(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    const changed = await tx.sql.many(TAKE);
    if (changed.length === 0) return;
    const ids = [changed.map(({ eventId }) => eventId)];
    const raised = await tx.sql.many(RAISE, ids);
    const added = await tx.sql.many(ADD, ids);
    await queueChannels(tx, [...raised, ...added, ...(await tx.sql.many(TO_DELETE))]);
    const ofThemselves = changed.filter(({ isOfItself }) => isOfItself);
    if (ofThemselves.length === 0) return;
    const organizationIds = [...new Set(ofThemselves.map(({ organizationId }) => organizationId))];
    await wantMirrors(tx, { eventIds: ofThemselves.map(({ eventId }) => eventId), organizationIds });
  });
}

/** Wants what no change announces: events that come near, sign-ups that close, and what was lost. */
export async function wantDuePosts(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    const added = await tx.sql.many(ADD, [null]);
    const closed = await tx.sql.many(CLOSED_SINCE);
    await queueChannels(tx, [...added, ...closed, ...(await tx.sql.many(OVERDUE))]);
    await wantMirrors(tx);
  });
}

async function queueChannels(tx: UnitOfWork, channels: Channel[]): Promise<void> {
  for (const channelId of new Set(channels.map((channel) => channel.channelId))) {
    await tx.enqueue(showDuePostsJob, { channelId });
  }
}
