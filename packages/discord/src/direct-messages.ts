/** Direct messages of the bot to one person. */
import { z } from 'zod';
import type { Ask } from './bot.ts';
import { DiscordError } from './errors.ts';
import { Snowflake } from './schemas.ts';

const DirectChannel = z.object({ id: Snowflake });

export function directMessageCalls(ask: Ask) {
  return {
    /** POST /users/@me/channels: the id of the channel with this user, opened if necessary. */
    directChannel: async (userId: string, signal?: AbortSignal): Promise<string> => {
      const call = { method: 'POST', path: '/users/@me/channels', body: { recipient_id: userId }, signal } as const;
      return (await ask('POST direct channel', { ...call, restsAfterRefusal: false }, DirectChannel)).id;
    },
  };
}

const CLOSED: readonly unknown[] = ['closed_to_messages', 'no_common_server', 'unknown_user'];

/** Whether the person cannot be written to until they change something. */
export const isClosed = (error: unknown): boolean =>
  error instanceof DiscordError && error.kind === 'refused' && CLOSED.includes(error.refusal);
