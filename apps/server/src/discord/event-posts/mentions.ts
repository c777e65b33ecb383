/** Mentions people below the post of their event before it begins: one message, or none when no one is left. */
import { truncate } from '@guildhall/contracts/cut-text.ts';
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import type { DiscordError } from '@guildhall/discord/errors.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { languageOf } from '../../core/services/spoken-languages.ts';
import { isAway } from '../../events/event/event.queries.ts';
import { queueChannels } from '../bindings/queue-channels.ts';
import {
  codeOf,
  isNewlyGivenUp,
  oneMore,
  pauseOf,
  tellOfRefused,
  triesBefore,
  verdictOn,
} from '../bindings/refused-items.ts';
import { postWords } from './post.words.ts';
import { postNonce } from './show-post.ts';

/** Their mentions fit into the 2,000 characters of a message, and Discord takes a hundred. */
const MOST_A_MESSAGE = 80;

/** The start as part of an occasion, so that an event that moves is announced anew. */
const START = `to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;

/** All people with an account on Discord who come to the event `e`, is not away and has not muted reminders. */
const COMES = `
  join participation p on p.event_id = e.id and p.status = 'signed_up' and not ${isAway('p.user_id')}
  join person u on u.id = p.user_id and 'reminder' <> all (u.muted_event_mails)
  join account a on a.user_id = u.id and a.provider_id = 'discord'`;

/**
 * As with reminders, people who answered within these hours know already; and each person is mentioned in one channel. The
 * first of a message gives it its id.
 */
export const ORDER = statement`
  with posted as materialized (
    select e.*, p.id as post_id, p.binding_id from event e cross join lateral (
      select id, binding_id from event_post p where p.event_id = e.id and p.state = 'live' and p.message_id is not null offset 0
    ) p
    where e.status = 'published' and e.starts_at > now() and e.starts_at <= now() + interval '24 hours'
  ), due as (
    select distinct on (e.id, u.id) e.id as event_id, u.id as user_id, e.post_id,
      b.mention_hours || 'h ' || ${START} as occasion
    from posted e join discord_binding b on b.id = e.binding_id
      and e.starts_at > now() + case b.mention_hours when 24 then interval '1 hour' else interval '0' end
      and e.starts_at <= now() + b.mention_hours * interval '1 hour'
    join discord_connection d on d.organization_id = b.organization_id and d.state = 'ok'
    join chat_server_proof proof on proof.organization_id = b.organization_id and proof.server_id = b.server_id
    join organization o on o.id = b.organization_id and o.archived_at is null
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
const OF_WORKING_CHANNEL = `
  join event_post post on post.id = m.post_id
  join discord_binding b on b.id = post.binding_id and b.state = 'ok'
  join discord_connection d on d.organization_id = b.organization_id and d.state = 'ok'`;

export const WAITING = query({ channelId: 'text' })`
  select distinct post.channel_id as "channelId" from event_mention m ${OF_WORKING_CHANNEL}
  where m.settled_at is null and m.next_try_at <= now()`;

export async function queueMentions(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    await tx.sql.run(ORDER);
    await queueChannels(tx, await tx.sql.many(WAITING));
  });
}

const Next = columns({
  message: 'uuid',
  channelId: 'text',
  postedAs: 'text?',
  title: 'text',
  startsAt: 'float!',
  locale: 'text?',
  wasSent: 'bool!',
  wanted: 'bool!',
  tries: 'int!',
  refusedCode: 'int?',
  eventId: 'uuid',
  organizationId: 'uuid',
});
export type DueMentions = RowOf<typeof Next>;

const NEXT = query(Next)`
  select m.message, post.channel_id as "channelId", post.message_id as "postedAs", e.title, extract(epoch from e.starts_at)::int8::float8 as "startsAt",
    o.settings ->> 'locale' as locale, bool_or(m.sent_at is not null) as "wasSent",
    e.status = 'published' and e.starts_at > now() and post.state = 'live' and o.archived_at is null as wanted,
    max(m.tries)::int as tries, max(m.refused_code) as "refusedCode", e.id as "eventId", o.id as "organizationId"
  from event_mention m ${OF_WORKING_CHANNEL} join event e on e.id = m.event_id
  join organization o on o.id = e.organization_id
  where post.channel_id = $1 and m.settled_at is null and m.next_try_at <= now()
  group by m.message, post.id, e.id, o.id order by m.message limit 1`;

/** Those of a message who are still to be mentioned. */
const PEOPLE = query({ accountId: 'text' })`
  select a.account_id as "accountId" from event_mention m join event e on e.id = m.event_id ${COMES} and u.id = m.user_id
  where m.message = $1 and m.settled_at is null and m.occasion like '%' || ${START} order by m.id`;

const SENT = statement`update event_mention set sent_at = now() where message = $1`;
const SETTLED = statement`update event_mention set settled_at = now(), tries = 0, refused_code = null where message = $1`;

type Asking = { sql: Sql; bot: DiscordBot; signal: AbortSignal };

/** Null when no one is to be mentioned in the channel. */
export const nextMentions = (sql: Sql, channelId: string): Promise<DueMentions | null> => sql.maybe(NEXT, [channelId]);

/** Returns how long the channel must rest afterwards, in milliseconds. */
export async function sendMentions({ sql, bot, signal }: Asking, next: DueMentions): Promise<number> {
  const { message, postedAs, channelId } = next;
  const people = next.wanted ? await sql.many(PEOPLE, [message]) : [];
  const mentions = people.map(({ accountId }) => accountId);
  let restMs = 0;
  const isThere = next.wasSent && (await wasSent(bot, channelId, next, mentions, signal));
  if (mentions.length > 0 && postedAs !== null && !isThere) {
    await sql.run(SENT, [message]);
    const content = mentionText(next, mentions);
    const sent = { content, embeds: [], components: [], nonce: postNonce(message), replyTo: postedAs, mentions };
    ({ restMs } = await bot.sendMessage(channelId, sent, signal));
  }
  await sql.run(SETTLED, [message]);
  return restMs;
}

/** Given up once they are settled, with a code. */
const BACK = statement`
  update event_mention set tries = $2, refused_code = $3, next_try_at = now() + $4::interval,
    settled_at = case when $5 then now() end
  where message = $1 and settled_at is null`;

/** They wait, or are given up until the event changes. */
export async function putMentionsBack({ transact }: AppContext, next: DueMentions, error: DiscordError): Promise<void> {
  const { message, eventId, organizationId, title } = next;
  const before = triesBefore(error, next);
  const [tries, code] = [oneMore(before), codeOf(error)];
  const isOver = verdictOn(error, before) === 'give_up';
  await transact(async (tx) => {
    await tx.sql.run(BACK, [message, tries, code, pauseOf(error, tries), isOver]);
    if (isNewlyGivenUp(error, before) && code !== null)
      await tellOfRefused(tx, 'canManageGuild', { organizationId, eventId, title, code });
  });
}

const LONGEST = 2_000;

export function mentionText(
  { title, startsAt, locale }: Pick<DueMentions, 'title' | 'startsAt' | 'locale'>,
  mentions: string[],
) {
  const words = postWords(languageOf(locale));
  const people = mentions.map(mentionOf).join(' ');
  const text = (shown: string) => `${words.begins({ title: shown, when: `<t:${startsAt}:R>` })}\n${people}`;
  return text(truncate(escapeMarkdown(title), LONGEST - text('').length));
}

const mentionOf = (accountId: string) => `<@${accountId}>`;

/** A message that was sent before its answer was lost mentions one of them below this post, for the same start. */
async function wasSent(
  bot: DiscordBot,
  channelId: string,
  { postedAs, startsAt }: DueMentions,
  mentions: string[],
  signal: AbortSignal,
): Promise<boolean> {
  const [self, latest] = [await bot.selfId(signal), await bot.latestMessages(channelId, signal)];
  return latest.some(
    ({ author, content, message_reference: reply }) =>
      author.id === self &&
      reply?.message_id === postedAs &&
      content.includes(`<t:${startsAt}:R>`) &&
      mentions.some((id) => content.includes(mentionOf(id))),
  );
}
