/** Makes one message on Discord what its row wants: one request, or none when it is so already. */
import { createHash } from 'node:crypto';
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import type { DiscordError } from '@guildhall/discord/errors.ts';
import type { OutgoingMessage } from '@guildhall/discord/schemas.ts';
import type { EntityData, InferEntity } from '@mikro-orm/core';
import { now } from '../../core/db/columns.ts';
import { columns, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { languageOf } from '../../core/services/spoken-languages.ts';
import { MESSAGE_TABLES, type MessageTable } from '../bindings/message-tables.ts';
import {
  ACCEPTED,
  codeOf,
  isNewlyGivenUp,
  oneMore,
  pauseOf,
  tellOfRefused,
  triesBefore,
  verdictOn,
} from '../bindings/refused-items.ts';
import { EventPost, LineupPost, NightPost } from './event-post.entity.ts';
import { eventPageUrl, presentEventPost, readPostedEvent } from './event-post.presenter.ts';
import { presentLineupPost, readPostedLineups } from './lineup-post.presenter.ts';
import { presentNightPost, readPostedNight } from './night-post.presenter.ts';

/** A post, or a reply to it that shows the line-ups of its event, or its night. */
export const DuePost = columns({
  table: text(MESSAGE_TABLES),
  id: 'uuid',
  eventId: 'uuid?',
  organizationId: 'uuid?',
  bindingId: 'uuid?',
  detail: text(['names', 'counts']).orNull,
  channelId: 'text',
  messageId: 'text?',
  /** The post that a reply belongs to. */
  replyTo: 'text?',
  shownHash: 'text?',
  wanted: 'int',
  wasSent: 'bool',
  tries: 'int',
  refusedCode: 'int?',
  /** The event’s. */
  title: 'text?',
});
export type DuePost = RowOf<typeof DuePost>;

type Asking = Pick<AppContext, 'sql' | 'transact'> & { bot: DiscordBot; baseUrl: string; signal: AbortSignal };

/** The shortest time between two edits of a message; changes in between show together. */
const EDIT_EVERY_SECONDS = 3;

/** Returns how long the channel must rest afterwards, in milliseconds. */
export async function showPost(asking: Asking, post: DuePost): Promise<number> {
  const { transact, bot, signal } = asking;
  const { id, channelId, replyTo } = post;
  const message = await messageOf(asking, post);
  if (!message) return retire(asking, post);

  const hash = createHash('sha256').update(JSON.stringify(message)).digest('base64');
  const record = (changes: Changes) => recordPost(transact, post, changes);
  const shown = (messageId: string, wanted = post.wanted) =>
    record({
      ...{ messageId, shown: wanted, shownHash: hash, shownAt: now() },
      nextTryAt: now(`${EDIT_EVERY_SECONDS} seconds`),
      ...ACCEPTED,
    });

  if (post.messageId === null) {
    const earlier = post.wasSent ? await findSent(asking, post) : null;
    if (earlier) {
      await bot.editMessage(channelId, earlier, message, signal);
      await shown(earlier);
      return 0;
    }
    await record({ sentAt: now() });
    const reply = replyTo === null ? {} : { replyTo };
    const sent = await bot.sendMessage(channelId, { ...message, ...reply, nonce: postNonce(id) }, signal);
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

/** Null when the message is to be deleted. */
async function messageOf(asking: Asking, post: DuePost): Promise<OutgoingMessage | null> {
  const { sql, baseUrl } = asking;
  const { table, eventId, organizationId, detail } = post;
  if (eventId === null || organizationId === null || detail === null) return null;
  const page = PAGES[table](baseUrl, { id: eventId, organizationId });
  switch (table) {
    case 'event_post': {
      const read = await readPostedEvent(sql, eventId, detail);
      return read && presentEventPost(read.event, languageOf(read.locale), page);
    }
    case 'lineup_post': {
      const read = await readPostedLineups(sql, eventId, detail);
      return read && presentLineupPost(read.lineups, languageOf(read.locale), page);
    }
    case 'night_post': {
      const read = await readPostedNight(sql, eventId);
      return read && presentNightPost(read.night, languageOf(read.locale), page);
    }
  }
}

type Changes = EntityData<InferEntity<typeof EventPost>>;

const ENTITIES = { event_post: EventPost, lineup_post: LineupPost, night_post: NightPost };

const recordPost = (transact: AppContext['transact'], post: Pick<DuePost, 'table' | 'id'>, changes: Changes) =>
  transact(({ em }) => em.nativeUpdate(ENTITIES[post.table], { id: post.id }, changes));

const removePost = (transact: AppContext['transact'], post: DuePost) =>
  transact(({ em }) => em.nativeDelete(ENTITIES[post.table], { id: post.id }));

/** Deletes the message of an event that is gone, of a channel that is no longer bound, or of which nothing is published. */
async function retire(asking: Asking, post: DuePost): Promise<number> {
  const { transact, bot, signal } = asking;
  const { channelId, wasSent } = post;
  const messageId = post.messageId ?? (wasSent ? await findSent(asking, post) : null);
  const { restMs } = messageId === null ? { restMs: 0 } : await bot.deleteMessage(channelId, messageId, signal);
  await removePost(transact, post);
  return restMs;
}

/** The message is gone on Discord: a member of the server deleted it, so it is not posted again by itself. */
export async function forgetMessage({ transact }: AppContext, post: DuePost): Promise<void> {
  if (post.eventId && post.bindingId) await recordPost(transact, post, { state: 'removed' });
  else await removePost(transact, post);
}

/** It waits, or is given up until the event or the settings change. A message to be deleted is left to the channel. */
export async function putPostBack({ transact }: AppContext, post: DuePost, error: DiscordError): Promise<void> {
  const { table, id, organizationId, eventId, title } = post;
  const before = triesBefore(error, post);
  const isOver = verdictOn(error, before) === 'give_up';
  if (eventId === null || post.bindingId === null) {
    if (isOver || error.scope === 'place') return void (await removePost(transact, post));
  }
  const [tries, code] = [oneMore(before), codeOf(error)];
  await transact(async (tx) => {
    await tx.em.nativeUpdate(
      ENTITIES[table],
      { id },
      { tries, refusedCode: code, nextTryAt: now(pauseOf(error, tries)), ...(isOver ? { state: 'failed' } : {}) },
    );
    if (!isNewlyGivenUp(error, before) || organizationId === null || eventId === null || code === null) return;
    await tellOfRefused(tx, 'canManageGuild', { organizationId, eventId, title: title ?? '', code });
  });
}

type OfEvent = { id: string; organizationId: string };

/** Where the embed of a message leads, by which it is found again: no two messages of an event have the same. */
const PAGES: Record<MessageTable, (baseUrl: string, event: OfEvent) => string> = {
  event_post: (baseUrl, { id }) => eventPageUrl(baseUrl, id),
  lineup_post: (baseUrl, { id, organizationId }) => `${baseUrl}/g/${organizationId}/events/${id}/lineup`,
  night_post: (baseUrl, { id }) => `${eventPageUrl(baseUrl, id)}#night`,
};

/** 22 of the 25 characters that a nonce may have. */
export const postNonce = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** The message that was sent before its answer was lost. */
async function findSent({ bot, baseUrl, signal }: Asking, post: DuePost): Promise<string | null> {
  const { table, eventId, organizationId, channelId } = post;
  if (eventId === null || organizationId === null) return null;
  const page = PAGES[table](baseUrl, { id: eventId, organizationId });
  const [self, latest] = [await bot.selfId(signal), await bot.latestMessages(channelId, signal)];
  const own = latest.find(({ author, embeds }) => author.id === self && embeds.some(({ url }) => url === page));
  return own?.id ?? null;
}
