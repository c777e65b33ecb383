/** Says which posts are to be shown anew, and which events are scheduled events of their server. Others make them so. */

import type { Sql } from '../../core/db/sql.ts';
import { columns, json, query, type RowOf, statement } from '../../core/db/statement.ts';
import { handleShare } from '../../core/jobs/sweep-parts.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { isVisited } from '../../events/event/bosses.ts';
import { NOON } from '../../events/nights/noon.ts';
import { LOCKS_AT } from '../../loot/reserves/reserve.access.ts';
import { firstConnectorOf, mirrorEventsJob } from '../bindings/discord.jobs.ts';
import { MESSAGE_TABLES, type MessageTable } from '../bindings/message-tables.ts';
import { queueChannels } from '../bindings/queue-channels.ts';

/**
 * Takes the changes that no worker has read yet, of the events and of their guild, which may have been archived or restored:
 * `isOfItself` when more than answers, line-ups, reserves and its log changed. Waits for
 * another worker that takes some: it has looked already, and would leave those that came since to the look of the next minute.
 */
const TAKE = query({ eventId: 'uuid', organizationId: 'uuid', isOfItself: 'bool!', isOfGuild: 'bool!' })`
  with behind as (
    select d.organization_id, d.read_seq, s.last_seq from discord_connection d join change_stream s on s.id = d.organization_id
    where s.last_seq > d.read_seq order by d.organization_id for update of d
  ), moved as (
    update discord_connection d set read_seq = b.last_seq from behind b where d.organization_id = b.organization_id
  )
  select c.subject_id as "eventId", c.stream_id as "organizationId", bool_or(c.type = 'event.changed') as "isOfItself",
    bool_or(c.type = 'organization.changed') as "isOfGuild"
  from behind b
  join change c on c.stream_id = b.organization_id and c.seq > b.read_seq and c.seq <= b.last_seq
  where c.type in ('event.changed', 'participation.changed', 'lineup.changed', 'reserve.changed', 'night.changed', 'organization.changed')
  group by 1, 2`;

const Channel = columns({ channelId: 'text' });

/**
 * A message that Discord refused is tried again when its text changes: at once when its event does, after its pause when people
 * answer.
 */
const retryOf = (anew: string) => `tries = case when ${anew} then 0 else tries end,
    refused_code = case when ${anew} then null else refused_code end,
    next_try_at = case when ${anew} and refused_code is not null then now() else next_try_at end`;

/** `$1` are the events, `$2` those that changed themselves. */
const RAISE = MESSAGE_TABLES.map(
  (table) => query(Channel)`
  update ${table} set wanted = wanted + 1, state = 'live', ${retryOf('event_id = any($2)')}
  where event_id = any($1) and state in ('live', 'failed')
  returning channel_id as "channelId"`,
);

/** Posts of events that are not over; those that stay as they are cost no request. */
const RAISE_OF_GUILDS = query(Channel)`
  update event_post p set wanted = wanted + 1 from event e
  where e.id = p.event_id and e.organization_id = any($1) and e.status = 'published' and e.ends_at > now() and p.state = 'live'
  returning p.channel_id as "channelId"`;

/** A message `p` that is not as it is wanted. One that was refused is only deleted. */
export const IS_DUE = `p.state <> 'removed' and (p.wanted > p.shown or p.event_id is null or p.binding_id is null)
    and (p.state = 'live' or p.event_id is null or p.binding_id is null)`;

/** Messages of deleted events and of channels that are no longer bound. */
const TO_DELETE = MESSAGE_TABLES.map(
  (table) => query(Channel)`
  select distinct channel_id as "channelId" from ${table}
  where state <> 'removed' and (event_id is null or binding_id is null)`,
);

/** Events that changed, or all of some guilds. */
const OF_EVENTS = 'e.id = any($1)';
const OF_GUILDS = 'e.organization_id = any($1)';

/** Published events within the days that a binding posts ahead. */
const addPosts = (which: string) => query(Channel)`
  insert into event_post (event_id, binding_id, channel_id)
  select e.id, b.id, b.channel_id from discord_binding b
  join discord_connection d on d.organization_id = b.organization_id and d.state = 'ok'
  join chat_server_proof proof on proof.organization_id = b.organization_id and proof.server_id = b.server_id
  join organization o on o.id = b.organization_id and o.archived_at is null
  join event e on e.organization_id = b.organization_id and e.status = 'published' and e.starts_at > now()
    and e.starts_at < now() + b.lead_days * interval '1 day' and e.scope = any(b.scopes) and e.type = any(b.types)
  where b.state = 'ok' and ${which}
    and not exists (select from event_post p where p.event_id = e.id and p.binding_id = b.id)
  order by e.starts_at
  on conflict (event_id, binding_id) do nothing returning channel_id as "channelId"`;

/** The reply to each post of a published event, once a line-up is published. */
const addLineups = (which: string) => query(Channel)`
  insert into lineup_post (event_id, binding_id, channel_id)
  select p.event_id, p.binding_id, p.channel_id from event_post p
  join event e on e.id = p.event_id and e.status = 'published'
  where p.state = 'live' and p.binding_id is not null and ${which}
    and exists (select from lineup l join lineup_place q on q.lineup_id = l.id and q.published
      where l.event_id = e.id and ${isVisited('l.encounter_id')})
    and not exists (select from lineup_post r where r.event_id = p.event_id and r.binding_id = p.binding_id)
  order by e.starts_at
  on conflict (event_id, binding_id) do nothing returning channel_id as "channelId"`;

/**
 * The reply to each post of a raid that says how the night went: from noon of the day after, once no report of it grows. It comes
 * within two days or never, so that a channel is not flooded with nights that are long over.
 */
const addNights = (which: string) => query(Channel)`
  insert into night_post (event_id, binding_id, channel_id)
  select p.event_id, p.binding_id, p.channel_id from discord_binding b
  join event e on e.organization_id = b.organization_id and e.status in ('published', 'completed')
    and e.starts_at > now() - interval '10 days' and ${NOON} between now() - interval '2 days' and now()
  join event_post p on p.event_id = e.id and p.binding_id = b.id and p.state = 'live'
  where b.nights and ${which}
    and exists (select from log_report r join pull q on q.report_id = r.id where r.event_id = e.id)
    and not exists (select from log_report r where r.event_id = e.id and r.state = 'live')
    and not exists (select from night_post r where r.event_id = p.event_id and r.binding_id = p.binding_id)
  order by e.starts_at
  on conflict (event_id, binding_id) do nothing returning channel_id as "channelId"`;

/** Each after the post that it belongs to. */
const addAll = (which: string) => [addPosts(which), addLineups(which), addNights(which)];
const ADD_OF_EVENTS = addAll(OF_EVENTS);
const ADD_OF_GUILDS = addAll(OF_GUILDS);

const MENTION_AGAIN = statement`
  update event_mention set settled_at = null, tries = 0, refused_code = null, next_try_at = now()
  where event_id = any($1) and refused_code is not null`;

/** As the index `event_published_by_close` has it, which needs a time without a zone. */
const CLOSES_AT = `((e.starts_at at time zone 'UTC') - coalesce(e.signup_closes_minutes, 0) * interval '1 minute')`;

/** Sign-ups close without a change of the event. Few of the published events have closed. */
export const CLOSED_SINCE = query(Channel)`
  with closed as materialized (
    select e.id, ${CLOSES_AT} at time zone 'UTC' as at from event e
    where e.status = 'published' and ${CLOSES_AT} <= now() at time zone 'UTC'
  )
  update event_post p set wanted = wanted + 1
  where p.state = 'live' and p.wanted = p.shown and p.id = any(array(
    select s.id from closed e cross join lateral (
      select id, shown_at from event_post p where p.event_id = e.id offset 0) s where e.at >= s.shown_at))
  returning p.channel_id as "channelId"`;

/** Reserves are locked without a change, too. */
const LOCKED_SINCE = query(Channel)`
  update event_post p set wanted = wanted + 1 from event e join reserve_sheet s on s.event_id = e.id
  where e.id = p.event_id and p.state = 'live' and p.wanted = p.shown and e.status = 'published'
    and ${LOCKS_AT} between p.shown_at and now() and ${OF_GUILDS}
  returning p.channel_id as "channelId"`;

/** Lanes whose job was lost, or whose pause is over. */
const overdue = (table: MessageTable) => query(Channel)`
  select distinct p.channel_id as "channelId" from ${table} p
  left join discord_binding b on b.id = p.binding_id left join discord_lane l on l.channel_id = p.channel_id
  where ${IS_DUE}
    and p.next_try_at < now() - interval '10 seconds' and (b.id is null or b.state = 'ok')
    and (l.resume_at is null or l.resume_at < now())`;
const OVERDUE = MESSAGE_TABLES.map(overdue);

type Channels = RowOf<typeof Channel>[];

async function all(
  sql: Sql,
  statements: readonly (typeof CLOSED_SINCE)[],
  parameters: readonly unknown[] = [],
): Promise<Channels> {
  const found: Channels = [];
  for (const one of statements) found.push(...(await sql.many(one, parameters)));
  return found;
}

/** Reads the outbox as far as it is written, and wants the posts of the events that changed. */
export async function markPostsStale(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    const taken = await tx.sql.many(TAKE);
    if (taken.length === 0) return;
    const guildIds = taken.filter(({ isOfGuild }) => isOfGuild).map(({ organizationId }) => organizationId);
    const changed = taken.filter(({ isOfGuild }) => !isOfGuild);
    const ids = [changed.map(({ eventId }) => eventId)];
    const ofThemselves = changed.filter(({ isOfItself }) => isOfItself);
    const eventIds = ofThemselves.map(({ eventId }) => eventId);
    const raised = await all(tx.sql, RAISE, [...ids, eventIds]);
    if (guildIds.length > 0) raised.push(...(await tx.sql.many(RAISE_OF_GUILDS, [guildIds])));
    const added = await all(tx.sql, ADD_OF_EVENTS, ids);
    await queueChannels(tx, [...raised, ...added, ...(await all(tx.sql, TO_DELETE))]);
    if (ofThemselves.length + guildIds.length === 0) return;
    await tx.sql.run(MENTION_AGAIN, [eventIds]);
    const organizationIds = [...new Set([...ofThemselves.map(({ organizationId }) => organizationId), ...guildIds])];
    await tx.sql.run(RAISE_MIRRORS, [eventIds]);
    await tx.sql.run(MIRROR, [organizationIds]);
    await queueDueMirrors(tx);
  });
}

/** Chat servers that one look goes through. */
const SERVERS = 300;
const NEXT_SERVERS = query({ serverId: 'text', organizationIds: json<string[]>() })`
  select server_id as "serverId", jsonb_agg(organization_id) as "organizationIds" from discord_connection
  where server_id > $1 group by 1 order by 1 limit ${SERVERS}`;

/**
 * Wants what no change announces: sign-ups that close, and of some chat servers in turn, events that come near, reserves that
 * are locked and what was lost.
 */
export async function schedulePosts(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    await queueChannels(tx, [...(await tx.sql.many(CLOSED_SINCE)), ...(await all(tx.sql, OVERDUE))]);
  });
  await handleShare(
    ctx.sql,
    {
      ...{ name: 'find-discord-work servers', most: SERVERS, beginning: '' },
      read: (after) => ctx.sql.many(NEXT_SERVERS, [after]),
      positionOf: ({ serverId }: RowOf<typeof NEXT_SERVERS>) => serverId,
    },
    (servers) =>
      ctx.transact(async (tx) => {
        const serverIds = servers.map(({ serverId }) => serverId);
        const organizationIds = servers.flatMap((server) => server.organizationIds);
        await queueChannels(tx, await all(tx.sql, [...ADD_OF_GUILDS, LOCKED_SINCE], [organizationIds]));
        await tx.sql.run(MIRROR_OF_SERVERS, [organizationIds, serverIds]);
        await queueDueMirrors(tx);
      }),
  );
}

/** Discord allows a server 100 events to come, which several guilds and the server itself share. */
const MOST_MIRRORS = 25;

/** The next events that each guild wants mirrored. */
export const WANTED_MIRRORS = `
  select id, organization_id, server_id from (
    select e.id, e.organization_id, d.server_id,
      row_number() over (partition by e.organization_id order by e.starts_at, e.id) as place
    from event e
    join organization o on o.id = e.organization_id and o.archived_at is null
    join discord_connection d on d.organization_id = e.organization_id
    join chat_server_proof proof on proof.organization_id = e.organization_id and proof.server_id = d.server_id
    where e.status = 'published' and e.starts_at > now() and e.starts_at < now() + interval '28 days'
      and exists (
        select from discord_binding b where b.organization_id = e.organization_id and b.server_id = d.server_id
          and b.mirrors and e.scope = any(b.scopes) and e.type = any(b.types))
  ) next where place <= ${MOST_MIRRORS}`;

const RAISE_MIRRORS = statement`
  update event_mirror set wanted = wanted + 1, state = case state when 'failed' then 'live' else state end, ${retryOf('true')}
  where event_id = any($1)`;

/**
 * Adds what is wanted, and retires mirrors of events that are gone, over or called off, or that no guild wants mirrored any more,
 * also while a worker makes one. Running ones stay, unless their guild is archived.
 */
const mirror = (isOfSome: string, looked: string) => statement`
  with wanted as materialized (
    select * from (${WANTED_MIRRORS}) w where ${isOfSome}
  ), added as (
    insert into event_mirror (event_id, server_id)
    select e.id, w.server_id from wanted w join event e on e.id = w.id
    where not exists (select from event_mirror m where m.event_id = w.id and m.server_id = w.server_id)
    order by e.starts_at
    on conflict do nothing
  ), looked as materialized (
    ${looked}
  ), kept as (
    select m.id from looked m join wanted w on w.id = m.event_id and w.server_id = m.server_id
    union all
    select m.id from looked m join event e on e.id = m.event_id join organization o on o.id = e.organization_id
    where e.status = 'published' and e.starts_at <= now() and o.archived_at is null
  )
  update event_mirror m set wanted = wanted + 1 where m.id = any(array(select id from looked except select id from kept))`;

/** Those of the organizations in `$1`. */
export const MIRROR = mirror(
  'organization_id = any($1)',
  `select n.* from event e cross join lateral (
      select id, event_id, server_id from event_mirror n where n.event_id = e.id offset 0) n
    where e.organization_id = any($1)
    union all select id, event_id, server_id from event_mirror where event_id is null`,
);
/** Those of the chat servers in `$2`, whose organizations are in `$1`, and those that no organization is connected with. */
export const MIRROR_OF_SERVERS = mirror(
  'organization_id = any($1)',
  `select id, event_id, server_id from event_mirror n where event_id is null or server_id = any($2)
     or not exists (select from discord_connection d where d.server_id = n.server_id)`,
);

/** Columns round times to milliseconds: what this transaction added may lie a moment ahead of it. */
const DUE_MIRRORS = query({ serverId: 'text', personId: 'uuid?' })`
  select distinct m.server_id as "serverId", ${firstConnectorOf('m.server_id')} as "personId" from event_mirror m
  where m.wanted > m.shown and m.next_try_at < now() + interval '1 second' and not exists (
    select from discord_connection d where d.server_id = m.server_id and d.state = 'bot_removed')`;

async function queueDueMirrors(tx: UnitOfWork): Promise<void> {
  for (const server of await tx.sql.many(DUE_MIRRORS)) await tx.enqueue(mirrorEventsJob, server);
}
