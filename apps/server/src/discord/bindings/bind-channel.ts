import type { BindChannelInput, ChangeBindingInput, DiscordBindingView } from '@guildhall/contracts/discord-posts.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccessTo } from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { accessToChangeDiscord, botRemoved, checkServerNow, noBinding } from './discord.access.ts';
import { findDiscordWorkJob } from './discord.jobs.ts';
import { bindingView } from './discord.queries.ts';
import { DiscordBinding } from './discord-binding.entity.ts';
import { MESSAGE_TABLES } from './message-tables.ts';

const MOST_BINDINGS = 10;

/** Changes up to now are known: what is upcoming is posted as it is. */
const CONNECT = statement`
  insert into discord_connection (organization_id, server_id, read_seq)
  select $1, $2, coalesce((select last_seq from change_stream where id = $1), 0)
  on conflict (organization_id) do update set server_id = excluded.server_id, state = 'ok', looked_at = now(),
    state_since = case when discord_connection.state = 'ok' then discord_connection.state_since else now() end`;

const OTHERS = query({ channelId: 'text' })`
  select channel_id as "channelId" from discord_binding where organization_id = $1`;

/** Posts the events of the organization in a channel of its server from now on. */
export async function bindChannel(ctx: AppContext, actor: Actor, input: BindChannelInput): Promise<DiscordBindingView> {
  const { organizationId } = await accessToChangeDiscord(ctx.sql, actor, input.id);
  const { serverId, channel } = await seenChannel(ctx, actor, organizationId, input);
  if (channel.lacks.length > 0) {
    throw badRequest(
      'bot_lacks_permission',
      `The bot may not post in this channel. Let it do this there: ${channel.lacks.join(', ')}.`,
    );
  }
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    await lockedAccessTo(sql, actor, organizationId, 'update', 'Organization');
    await refusePublicNames(sql, organizationId, channel.isPublic, input);
    const others = await sql.many(OTHERS, [organizationId]);
    if (others.some(({ channelId }) => channelId === input.channelId))
      throw conflict('channel_bound', 'Events are posted in this channel already. Change that binding instead.');
    if (others.length >= MOST_BINDINGS)
      throw conflict('too_many_bindings', `At most ${MOST_BINDINGS} channels can be bound. Remove one first.`);
    await sql.run(CONNECT, [organizationId, serverId]);
    const { scopes, types, detail, leadDays, mirrors, mentionHours, nights } = input;
    const { id } = tx.em.create(DiscordBinding, {
      ...{ organization: organizationId, serverId, channelId: channel.id, channelName: channel.name },
      ...{ scopes, types, detail, leadDays, mirrors, mentionHours, nights, madeBy: actor.userId },
    });
    await told(tx, organizationId, actor, 'channel_bound', channel.name);
    await tx.enqueue(findDiscordWorkJob, {});
    return bindingView(sql, organizationId, id);
  });
}

const SHOW_ANEW = MESSAGE_TABLES.map(
  (table) => statement`
  update ${table} set wanted = wanted + 1, state = 'live', tries = 0, refused_code = null,
    next_try_at = case when refused_code is null then next_try_at else now() end
  where binding_id = $1 and state in ('live', 'failed')`,
);

/** Refused items are tried again, because the officer may have mended the server too. */
const MIRROR_ANEW = statement`
  update event_mirror m set wanted = wanted + 1, state = 'live', tries = 0, refused_code = null, next_try_at = now()
  from event e where e.id = m.event_id and e.organization_id = $1 and m.refused_code is not null and m.state in ('live', 'failed')`;
const MENTION_ANEW = statement`
  update event_mention m set settled_at = null, tries = 0, refused_code = null, next_try_at = now() from event_post p
  where p.id = m.post_id and p.binding_id = $1 and m.refused_code is not null`;

/** Changes what is posted in a channel. Posts that exist stay, and show names or counts as is now wanted. */
export async function changeBinding(ctx: AppContext, actor: Actor, input: ChangeBindingInput) {
  const { organizationId } = await accessToChangeDiscord(ctx.sql, actor, input.id);
  const { channelId } = await bindingView(ctx.sql, organizationId, input.bindingId);
  const { channel } = await seenChannel(ctx, actor, organizationId, { channelId, mirrors: input.mirrors });
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    await lockedAccessTo(sql, actor, organizationId, 'update', 'Organization');
    const { bindingId, scopes, types, detail, leadDays, mirrors, mentionHours, nights } = input;
    const binding = await em.findOne(DiscordBinding, { id: bindingId, organization: organizationId });
    if (!binding) throw noBinding();
    em.assign(binding, given({ scopes, types, detail, leadDays, mirrors, mentionHours, nights }));
    const shown = {
      detail: binding.detail,
      mentionHours: binding.mentionHours ?? null,
      evenIfPublic: input.evenIfPublic,
    };
    await refusePublicNames(sql, organizationId, channel.isPublic, shown);
    for (const anew of [...SHOW_ANEW, MENTION_ANEW]) await sql.run(anew, [bindingId]);
    await sql.run(MIRROR_ANEW, [organizationId]);
    await told(tx, organizationId, actor, 'binding_changed', binding.channelName);
    await tx.enqueue(findDiscordWorkJob, {});
    return bindingView(sql, organizationId, bindingId);
  });
}

/** Ends posting in a channel. */
export async function unbindChannel(ctx: AppContext, actor: Actor, input: { id: string; bindingId: string }) {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, input.id, 'update', 'Organization');
    const { channelName } = await bindingView(sql, organizationId, input.bindingId);
    await removeBindings(sql, [input.bindingId]);
    await told(tx, organizationId, actor, 'channel_unbound', channelName);
    await tx.enqueue(findDiscordWorkJob, {});
  });
}

type Wanted = { channelId: string; mirrors?: boolean | undefined };

async function seenChannel(ctx: AppContext, actor: Actor, organizationId: string, { channelId, mirrors }: Wanted) {
  const { serverId, look } = await checkServerNow(ctx, actor, organizationId);
  if (!look) throw botRemoved();
  const channel = look.channels.find(({ id }) => id === channelId);
  if (!channel) throw badRequest('channel_not_found', 'The chat server has no such text channel. Choose another one.');
  if (mirrors && !look.mayCreateEvents)
    throw badRequest(
      'bot_lacks_permission',
      'The bot may not create events in this server. Let its role do that, or leave scheduled events off.',
    );
  return { serverId, channel };
}

const IS_PRIVATE = statement`select from organization where id = $1 and settings ->> 'visibility' = 'members'`;

async function refusePublicNames(
  sql: Sql,
  organizationId: string,
  isPublic: boolean,
  shown: { detail: 'names' | 'counts'; mentionHours: number | null; evenIfPublic?: boolean | undefined },
): Promise<void> {
  const showsNames = shown.detail === 'names' || shown.mentionHours !== null;
  if (!isPublic || !showsNames || shown.evenIfPublic || (await sql.run(IS_PRIVATE, [organizationId])) === 0) return;
  throw conflict(
    'channel_is_public',
    'All members of the server see this channel, but this guild is for members only. Post counts without mentions, or confirm it with evenIfPublic.',
  );
}

type Action = 'channel_bound' | 'binding_changed' | 'channel_unbound';

const told = (tx: UnitOfWork, organizationId: string, actor: Actor, action: Action, channel: string) =>
  writeAudit(tx, organizationId, actor, action, { channel });

/** Messages of events that are over stay as a memory; the others are deleted by their lane. */
const KEEP_OLD = MESSAGE_TABLES.map(
  (table) => statement`
  delete from ${table} p using event e
  where e.id = p.event_id and p.binding_id = any($1) and (e.ends_at < now() or e.status in ('cancelled', 'completed'))`,
);
const END = statement`delete from discord_binding where id = any($1)`;

/** Ends posting in these channels. */
export async function removeBindings(sql: Sql, bindingIds: string[]): Promise<void> {
  for (const kept of KEEP_OLD) await sql.run(kept, [bindingIds]);
  await sql.run(END, [bindingIds]);
}
