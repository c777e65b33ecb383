/** Finds the people to be mentioned in a channel before an event begins. Its lane then writes the messages. */
import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { isAway } from '../../events/event/away.ts';
import { showDuePostsJob } from '../bindings/discord.jobs.ts';

/** Their mentions fit into the 2,000 characters of a message, and Discord takes a hundred. */
const MOST_A_MESSAGE = 80;

/** The start as part of an occasion, so that an event that moves is announced anew. */
export const START = `to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;

/** Everybody with an account on Discord who comes to the event `e`, is not away and has not muted reminders. */
export const COMES = `
  join participation p on p.event_id = e.id and p.status = 'signed_up' and not ${isAway('p.user_id')}
  join person u on u.id = p.user_id and 'reminder' <> all (u.muted_event_mails)
  join account a on a.user_id = u.id and a.provider_id = 'discord'`;

/**
 * As with reminders, people who answered within these hours know already; and each person is mentioned in one channel. The
 * first of a message gives it its id.
 */
const ORDER = statement`
  with due as (
    select distinct on (e.id, u.id) e.id as event_id, u.id as user_id, post.id as post_id,
      b.mention_hours || 'h ' || ${START} as occasion
    from discord_binding b
    join discord_connection d on d.organization_id = b.organization_id and d.state = 'ok'
    join chat_server_proof proof on proof.organization_id = b.organization_id and proof.server_id = b.server_id
    join organization o on o.id = b.organization_id and o.archived_at is null
    join event_post post on post.binding_id = b.id and post.state = 'live' and post.message_id is not null
    join event e on e.id = post.event_id and e.status = 'published'
      and e.starts_at > now() + case b.mention_hours when 24 then interval '1 hour' else interval '0' end
      and e.starts_at <= now() + b.mention_hours * interval '1 hour'
    ${COMES} and p.status_since <= e.starts_at - b.mention_hours * interval '1 hour'
    where b.mention_hours is not null and b.state = 'ok' and not exists (
      select from event_mention m where m.event_id = e.id and m.user_id = u.id
        and m.occasion = b.mention_hours || 'h ' || ${START})
    order by e.id, u.id, b.created_at, b.id
  ), placed as (
    select *, uuidv7() as id, (row_number() over post - 1) / ${MOST_A_MESSAGE} as part
    from due window post as (partition by post_id, occasion order by user_id)
  )
  insert into event_mention (event_id, user_id, post_id, occasion, message)
  select event_id, user_id, post_id, occasion, first_value(id) over (partition by post_id, occasion, part order by user_id)
  from placed order by event_id, user_id
  on conflict do nothing`;

/** The post of the mention `m`, while nothing keeps the bot from its channel. */
export const OF_WORKING_CHANNEL = `
  join event_post post on post.id = m.post_id
  join discord_binding b on b.id = post.binding_id and b.state = 'ok'
  join discord_connection d on d.organization_id = b.organization_id and d.state = 'ok'`;

const WAITING = query({ channelId: 'text' })`
  select distinct post.channel_id as "channelId" from event_mention m ${OF_WORKING_CHANNEL}
  where m.settled_at is null`;

export async function orderMentions(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    await tx.sql.run(ORDER);
    for (const channel of await tx.sql.many(WAITING)) await tx.enqueue(showDuePostsJob, channel);
  });
}
