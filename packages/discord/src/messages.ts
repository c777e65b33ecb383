/** The part of the bot that writes into channels. */
import { z } from 'zod';
import type { Ask } from './bot.ts';
import { Message, type OutgoingMessage, TextChannel } from './schemas.ts';

/** `restMs` says how long the route must rest before the next request. */
export type Written = { restMs: number };

const Nothing = z.undefined();
/** The caller handles a missing permission in a channel, and decides when to try again. */
const KEPT_ASKING = { restsAfterRefusal: false } as const;

export function messageCalls(ask: Ask) {
  const messages = (channelId: string) => `/channels/${encodeURIComponent(channelId)}/messages`;
  const message = (channelId: string, messageId: string) => `${messages(channelId)}/${encodeURIComponent(messageId)}`;

  return {
    /** GET /guilds/{server}/channels: the text channels, whether the bot sees them or not. */
    textChannels: async (serverId: string, signal?: AbortSignal): Promise<TextChannel[]> => {
      const path = `/guilds/${encodeURIComponent(serverId)}/channels`;
      const channels = await ask(`GET channels ${serverId}`, { path, signal }, z.array(TextChannel));
      return channels.filter(({ type }) => type === TEXT || type === ANNOUNCEMENT);
    },

    /**
     * POST /channels/{channel}/messages. Within a few minutes, a repeated `nonce` (at most 25 characters) gives the first
     * message again instead of a second one. Only `mentions`, ids of at most 100 people, are notified. `replyTo` is a
     * message of the channel.
     */
    sendMessage: async (
      channelId: string,
      { mentions = [], replyTo, ...sent }: OutgoingMessage & { nonce: string; mentions?: string[]; replyTo?: string },
      signal?: AbortSignal,
    ): Promise<Written & { id: string }> => {
      let restMs = 0;
      const reply = replyTo && { message_reference: { message_id: replyTo, fail_if_not_exists: false } };
      const allowed_mentions = { parse: [], ...(mentions.length > 0 && { users: mentions }) };
      const body = { ...sent, ...(reply || {}), enforce_nonce: true, allowed_mentions };
      const call = { ...KEPT_ASKING, method: 'POST', path: messages(channelId), body, signal } as const;
      const answered = (ms: number) => {
        restMs = ms;
      };
      const { id } = await ask(`POST messages ${channelId}`, { ...call, answered }, Message);
      return { id, restMs };
    },

    /** PATCH /channels/{channel}/messages/{message}. */
    editMessage: async (
      channelId: string,
      messageId: string,
      change: Partial<OutgoingMessage>,
      signal?: AbortSignal,
    ): Promise<Written> => {
      let restMs = 0;
      const body = { ...change, allowed_mentions: { parse: [] } };
      const call = { ...KEPT_ASKING, method: 'PATCH', path: message(channelId, messageId), body, signal } as const;
      const answered = (ms: number) => {
        restMs = ms;
      };
      await ask(`PATCH messages ${channelId}`, { ...call, answered }, Message);
      return { restMs };
    },

    /** DELETE /channels/{channel}/messages/{message}. */
    deleteMessage: async (channelId: string, messageId: string, signal?: AbortSignal): Promise<Written> => {
      let restMs = 0;
      const call = { ...KEPT_ASKING, method: 'DELETE', path: message(channelId, messageId), signal } as const;
      const answered = (ms: number) => {
        restMs = ms;
      };
      await ask(`DELETE messages ${channelId}`, { ...call, answered }, Nothing);
      return { restMs };
    },

    /** GET /channels/{channel}/messages: the newest 100. */
    latestMessages: (channelId: string, signal?: AbortSignal): Promise<Message[]> =>
      ask(
        `GET messages ${channelId}`,
        { ...KEPT_ASKING, path: `${messages(channelId)}?limit=100`, signal },
        z.array(Message),
      ),
  };
}

const TEXT = 0;
const ANNOUNCEMENT = 5;
