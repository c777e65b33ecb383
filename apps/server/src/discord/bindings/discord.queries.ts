import {
  BindingState,
  type DiscordBindingView,
  type DiscordChannelsView,
  type DiscordInput,
  type DiscordView,
  PostingPermission,
} from '@guildhall/contracts/discord-posts.ts';
import { EventScope, EventType } from '@guildhall/contracts/event.ts';
import { causeOf } from '@guildhall/discord/error-codes.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { int, json, objects, query, type RowOf, text, texts } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess } from '../../membership/rights/organization.access.ts';
import { botRemoved, checkServerNow, connectedServerOf, noBinding } from './discord.access.ts';
import type { MessageTable } from './message-tables.ts';

const ofTable = (what: string, table: MessageTable, kept = '0 days') => `
  select '${what}' as what, e.id as event_id, e.title, p.refused_code as code, p.state = 'failed' as given_up, e.starts_at
  from ${table} p join event e on e.id = p.event_id
  where p.binding_id = b.id and p.refused_code is not null and p.state <> 'removed'
    and e.ends_at > now() - interval '${kept}'`;

/** Those of the binding `b`, and the scheduled events of its guild. */
const REFUSED = `${ofTable('post', 'event_post')} union all ${ofTable('lineup', 'lineup_post')}
  union all ${ofTable('night', 'night_post', '10 days')} union all
  select distinct 'mention', e.id, e.title, m.refused_code, m.settled_at is not null, e.starts_at
  from event_post p join event_mention m on m.post_id = p.id join event e on e.id = m.event_id
  where p.binding_id = b.id and m.refused_code is not null and e.ends_at > now()
  union all
  select 'scheduled_event', e.id, e.title, m.refused_code, m.state = 'failed', e.starts_at
  from event e join event_mirror m on m.event_id = e.id and m.server_id = b.server_id
  where b.mirrors and e.organization_id = b.organization_id and m.refused_code is not null
    and m.state in ('live', 'failed') and e.ends_at > now()`;

const BINDINGS = query({
  id: 'uuid',
  channelId: 'text',
  channelName: 'text',
  scopes: texts(EventScope.options),
  types: texts(EventType.options),
  detail: text(['names', 'counts']),
  leadDays: 'int',
  mentionHours: int([1, 24]).orNull,
  mirrors: 'bool',
  nights: 'bool',
  mirrorProblem: text(['lacks_permission', 'too_many']).orNull,
  state: text(BindingState.options),
  stateSince: 'instant',
  lacks: texts(PostingPermission.options),
  posts: json<{ shown: number; waiting: number; removed: number; failed: number }>(),
  refused: objects({
    what: text(['post', 'lineup', 'night', 'mention', 'scheduled_event']),
    eventId: 'uuid',
    title: 'text',
    code: 'int',
    isGivenUp: 'bool',
  }),
})`
  select b.id, b.channel_id as "channelId", b.channel_name as "channelName", b.scopes, b.types, b.detail,
    b.lead_days as "leadDays", b.mirrors, b.nights,
    b.mention_hours as "mentionHours", b.state, b.state_since as "stateSince", b.lacks, posts.posts, refused.refused, mirror.problem as "mirrorProblem"
  from discord_binding b
  cross join lateral (
    select json_build_object('shown', count(*) filter (where p.state = 'live' and p.wanted = p.shown),
      'waiting', count(*) filter (where p.state = 'live' and p.wanted > p.shown),
      'removed', count(*) filter (where p.state = 'removed'),
      'failed', count(*) filter (where p.state = 'failed')) as posts
    from event_post p join event e on e.id = p.event_id
    where p.binding_id = b.id and e.status = 'published'
  ) posts
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('what', r.what, 'eventId', r.event_id, 'title', r.title, 'code', r.code,
      'isGivenUp', r.given_up) order by r.starts_at, r.event_id), '[]') as refused
    from (${REFUSED} order by 6, 2 limit 50) r
  ) refused
  left join lateral (
    select m.problem from event_mirror m join event e on e.id = m.event_id
    where b.mirrors and e.organization_id = b.organization_id and m.problem is not null limit 1
  ) mirror on true
  where b.organization_id = $1 and ($2::uuid is null or b.id = $2) order by b.created_at, b.id`;

const presentBinding = ({ refused, ...binding }: RowOf<typeof BINDINGS>): DiscordBindingView => ({
  ...binding,
  refused: refused.map((one) => ({ ...one, cause: causeOf(one.code) })),
});

/** Throws NOT_FOUND when the organization has no such binding. */
export async function bindingView(sql: Sql, organizationId: string, id: string): Promise<DiscordBindingView> {
  const found = await sql.maybe(BINDINGS, [organizationId, id]);
  if (!found) throw noBinding();
  return presentBinding(found);
}

const CONNECTION = query({ state: text(['ok', 'bot_removed']), lookedAt: 'instant' })`
  select state, looked_at as "lookedAt" from discord_connection where organization_id = $1 and server_id = $2`;

/** Whether posting works, and what to mend if it does not, as far as Discord has told. */
export async function getDiscord(ctx: AppContext, actor: Actor, input: DiscordInput): Promise<DiscordView> {
  const { sql, discordBot } = ctx;
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'update', 'Organization');
  const { serverId, isConfirmed } = await connectedServerOf(sql, organizationId);
  const connection = await sql.maybe(CONNECTION, [organizationId, serverId]);
  const state = () => {
    if (!discordBot) return 'not_configured';
    if (serverId === null) return 'no_server';
    if (!isConfirmed) return 'not_confirmed';
    return connection?.state ?? 'ok';
  };
  return {
    state: state(),
    serverId,
    lookedAt: connection?.lookedAt ?? null,
    bindings: (await sql.many(BINDINGS, [organizationId, null])).map(presentBinding),
  };
}

/** Asks Discord anew what the bot may do, so that something mended there counts at once. */
export async function checkDiscord(ctx: AppContext, actor: Actor, input: DiscordInput): Promise<DiscordView> {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, input.id, 'update', 'Organization');
  await checkServerNow(ctx, actor, organizationId);
  return getDiscord(ctx, actor, input);
}

const BOUND = query({ channelId: 'text' })`
  select channel_id as "channelId" from discord_binding where organization_id = $1`;

/** The text channels of the server, with the permissions that the bot lacks there. */
export async function listChannels(ctx: AppContext, actor: Actor, input: DiscordInput): Promise<DiscordChannelsView> {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, input.id, 'update', 'Organization');
  const { serverId, look } = await checkServerNow(ctx, actor, organizationId);
  if (!look) throw botRemoved();
  const rows = await ctx.sql.many(BOUND, [organizationId]);
  const bound = new Set(rows.map(({ channelId }) => channelId));
  return {
    server: { id: serverId, name: look.name },
    channels: look.channels.map((channel) => ({ ...channel, isBound: bound.has(channel.id) })),
  };
}
