/** Makes one message on Discord what its row wants: one request, or none when it is so already. */
import { createHash } from 'node:crypto';
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, type RowOf, statement, text } from '../../core/db/statement.ts';
import { languageOf } from '../../core/services/spoken-languages.ts';
import { presentEventPost } from './event-post.presenter.ts';
import { readPostedEvent } from './post-view.queries.ts';

export const DuePost = columns({
  id: 'uuid',
  eventId: 'uuid?',
  bindingId: 'uuid?',
  detail: text(['names', 'counts']).orNull,
  channelId: 'text',
  messageId: 'text?',
  shownHash: 'text?',
  wanted: 'int',
  wasSent: 'bool',
});
export type DuePost = RowOf<typeof DuePost>;

type Asking = { sql: Sql; bot: DiscordBot; baseUrl: string; signal: AbortSignal };

/** The shortest time between two edits of a message; changes in between show together. */
const EDIT_EVERY_SECONDS = 3;

const SHOWN = statement`
  update event_post set message_id = $2, shown = $3, shown_hash = $4, shown_at = now(),
    next_try_at = now() + interval '${EDIT_EVERY_SECONDS} seconds' where id = $1`;
const SENT = statement`update event_post set sent_at = now() where id = $1`;
const GONE = statement`delete from event_post where id = $1`;
const REMOVED = statement`update event_post set state = 'removed' where id = $1`;

/** Returns how long the channel must rest afterwards, in milliseconds. */
export async function showPost(asking: Asking, post: DuePost): Promise<number> {
  const { sql, bot, baseUrl, signal } = asking;
  const { id, eventId, channelId } = post;
  const read = eventId && post.detail && (await readPostedEvent(sql, eventId, post.detail));
  if (!read) return retire(asking, post);

  const pageUrl = pageOf(baseUrl, read.event.id);
  const message = presentEventPost(read.event, languageOf(read.locale), pageUrl);
  const hash = createHash('sha256').update(JSON.stringify(message)).digest('base64');
  const shown = (messageId: string, wanted = post.wanted) => sql.run(SHOWN, [id, messageId, wanted, hash]);

  if (post.messageId === null) {
    const earlier = post.wasSent ? await findSent(asking, channelId, pageUrl) : null;
    if (earlier) {
      await bot.editMessage(channelId, earlier, message, signal);
      await shown(earlier);
      return 0;
    }
    await sql.run(SENT, [id]);
    const sent = await bot.sendMessage(channelId, { ...message, nonce: nonceOf(id) }, signal);
    // A repeated nonce gives the first message, which may show an earlier state.
    await shown(sent.id, post.wasSent ? post.wanted - 1 : post.wanted);
    return sent.restMs;
  }
  if (post.shownHash === hash) {
    await shown(post.messageId);
    return 0;
  }
  const { restMs } = await bot.editMessage(channelId, post.messageId, message, signal);
  await shown(post.messageId);
  return restMs;
}

/** Deletes the message of an event that is gone, or of a channel that is no longer bound. */
async function retire({ sql, bot, signal }: Asking, { id, channelId, messageId }: DuePost): Promise<number> {
  const { restMs } = messageId === null ? { restMs: 0 } : await bot.deleteMessage(channelId, messageId, signal);
  await sql.run(GONE, [id]);
  return restMs;
}

/** The message is gone on Discord: somebody wanted it away, so it is not posted again by itself. */
export async function forgetMessage(sql: Sql, { id, eventId, bindingId }: DuePost): Promise<void> {
  await sql.run(eventId && bindingId ? REMOVED : GONE, [id]);
}

export const pageOf = (baseUrl: string, eventId: string) => `${baseUrl}/events/${eventId}`;

/** 22 of the 25 characters that a nonce may have. */
export const nonceOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** The message that was sent before its answer was lost; its embed leads to the page of the event. */
async function findSent({ bot, signal }: Asking, channelId: string, pageUrl: string): Promise<string | null> {
  const [self, latest] = [await bot.selfId(signal), await bot.latestMessages(channelId, signal)];
  const own = latest.find(({ author, embeds }) => author.id === self && embeds.some(({ url }) => url === pageUrl));
  return own?.id ?? null;
}
