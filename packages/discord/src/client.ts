import { z } from 'zod';
import { authorization, createExchange, type DiscordOptions } from './exchange.ts';
import type { Reply } from './interaction.ts';
import { Snowflake, User } from './schemas.ts';

/** `globalName` is the display name. Trust `email` only when `emailVerified` is true: any person can enter any address. */
export type DiscordUser = {
  id: string;
  username: string;
  globalName: string | null;
  avatarUrl: string | null;
  email: string | null;
  emailVerified: boolean;
};

export type Discord = ReturnType<typeof createDiscord>;

/**
 * A client of the Discord API that needs no bot: it reads users' own data with their consent, and edits replies to them. Every method rejects with a
 * `DiscordError`, or with the reason of the caller's signal; nothing is retried.
 */
export function createDiscord(options: DiscordOptions = {}) {
  const exchange = createExchange(options);

  return {
    /** GET /users/@me with a user's access token (scope `identify`, and `email` for the address). */
    currentUser: async (accessToken: string, signal?: AbortSignal): Promise<DiscordUser> => {
      const path = '/users/@me';
      const user = await exchange({ path, authorization: authorization('Bearer', accessToken, path), signal }, User);
      return {
        id: user.id,
        username: user.username,
        globalName: user.global_name,
        avatarUrl: user.avatar && avatarUrl(user.id, user.avatar),
        email: user.email,
        emailVerified: user.email !== null && user.verified === true,
      };
    },

    /**
     * PATCH /webhooks/{application}/{token}/messages/@original: shows the reply that a deferred answer promised, for 15
     * minutes. Errors never contain the token.
     */
    editReply: async (applicationId: string, token: string, reply: Reply, signal?: AbortSignal): Promise<void> => {
      const place = `/webhooks/${encodeURIComponent(applicationId)}`;
      const path = `${place}/${encodeURIComponent(token)}/messages/@original`;
      const body = { components: [], ...reply, allowed_mentions: { parse: [] } };
      const shownAs = `${place}/{token}/messages/@original`;
      await exchange({ method: 'PATCH', path, shownAs, body, signal }, z.object({ id: Snowflake }));
    },
  };
}

/** Discord marks the hash of an animated picture with `a_`. */
function avatarUrl(userId: string, hash: string): string {
  const extension = hash.startsWith('a_') ? 'gif' : 'png';
  return `https://cdn.discordapp.com/avatars/${userId}/${encodeURIComponent(hash)}.${extension}`;
}
