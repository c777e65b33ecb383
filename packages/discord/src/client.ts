import { authorization, createExchange, type DiscordOptions } from './exchange.ts';
import { User } from './schemas.ts';

/** `globalName` is the display name. Trust `email` only when `emailVerified` is true: anybody can enter any address. */
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
 * A client of the Discord API that reads users' own data with their consent. Every method rejects with a
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
  };
}

/** Discord marks the hash of an animated picture with `a_`. */
function avatarUrl(userId: string, hash: string): string {
  const extension = hash.startsWith('a_') ? 'gif' : 'png';
  return `https://cdn.discordapp.com/avatars/${userId}/${encodeURIComponent(hash)}.${extension}`;
}
