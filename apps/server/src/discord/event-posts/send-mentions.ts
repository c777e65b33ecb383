/** Mentions people in a reply to the post of their event: one message, or none when nobody is left to be mentioned. */
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, statement } from '../../core/db/statement.ts';
import { languageOf } from '../words/languages.ts';
import { cut } from './cut-text.ts';
import { COMES, OF_WORKING_CHANNEL, START } from './order-mentions.ts';
import { postWords } from './post-words.ts';
import { nonceOf } from './show-post.ts';

const Next = columns({
  message: 'uuid',
  postedAs: 'text?',
  title: 'text',
  startsAt: 'float!',
  locale: 'text?',
  wasSent: 'bool!',
  wanted: 'bool!',
});
type Next = RowOf<typeof Next>;

const NEXT = query(Next)`
  select m.message, post.message_id as "postedAs", e.title, extract(epoch from e.starts_at)::int8::float8 as "startsAt",
    o.settings ->> 'locale' as locale, bool_or(m.sent_at is not null) as "wasSent",
    e.status = 'published' and e.starts_at > now() and post.state = 'live' and o.archived_at is null as wanted
  from event_mention m ${OF_WORKING_CHANNEL} join event e on e.id = m.event_id
  join organization o on o.id = e.organization_id
  where post.channel_id = $1 and m.settled_at is null
  group by m.message, post.id, e.id, o.id order by m.message limit 1`;

/** Those of a message who are still to be mentioned. */
const PEOPLE = query({ accountId: 'text' })`
  select a.account_id as "accountId" from event_mention m join event e on e.id = m.event_id ${COMES} and u.id = m.user_id
  where m.message = $1 and m.settled_at is null and m.occasion like '%' || ${START} order by m.id`;

const SENT = statement`update event_mention set sent_at = now() where message = $1`;
const SETTLED = statement`update event_mention set settled_at = now() where message = $1`;

type Asking = { sql: Sql; bot: DiscordBot; signal: AbortSignal };

/** Returns how long the channel must rest afterwards, in milliseconds; null when nobody is to be mentioned there. */
export async function sendMentions({ sql, bot, signal }: Asking, channelId: string): Promise<number | null> {
  const next = await sql.maybe(NEXT, [channelId]);
  if (!next) return null;
  const { message, postedAs } = next;
  const people = next.wanted ? await sql.many(PEOPLE, [message]) : [];
  const mentions = people.map(({ accountId }) => accountId);
  let restMs = 0;
  const isThere = next.wasSent && (await wasSent(bot, channelId, next, mentions, signal));
  if (mentions.length > 0 && postedAs !== null && !isThere) {
    await sql.run(SENT, [message]);
    const content = contentOf(next, mentions);
    const sent = { content, embeds: [], components: [], nonce: nonceOf(message), replyTo: postedAs, mentions };
    ({ restMs } = await bot.sendMessage(channelId, sent, signal));
  }
  await sql.run(SETTLED, [message]);
  return restMs;
}

const DROP = statement`
  update event_mention m set settled_at = now() from event_post post
  where post.id = m.post_id and post.channel_id = $1 and m.settled_at is null`;

/** Discord refuses them, so that another attempt would fail too. */
export const dropMentions = (sql: Sql, channelId: string) => sql.run(DROP, [channelId]);

const LONGEST = 2_000;

function contentOf({ title, startsAt, locale }: Next, mentions: string[]): string {
  const words = postWords(languageOf(locale));
  const people = mentions.map(mentionOf).join(' ');
  const text = (shown: string) => `${words.begins(shown, `<t:${startsAt}:R>`)}\n${people}`;
  return text(cut(escapeMarkdown(title), LONGEST - text('').length));
}

const mentionOf = (accountId: string) => `<@${accountId}>`;

/** A message that was sent before its answer was lost mentions one of them below this post, for the same start. */
async function wasSent(
  bot: DiscordBot,
  channelId: string,
  { postedAs, startsAt }: Next,
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
