import type { z } from 'zod';
import { directMessageCalls } from './direct-messages.ts';
import { DiscordError } from './errors.ts';
import { authorization, type Call, createExchange, type DiscordOptions } from './exchange.ts';
import type { Pace } from './limits.ts';
import { messageCalls } from './messages.ts';
import { createPauses } from './pauses.ts';
import { isGone, roleCalls } from './roles.ts';
import { scheduledEventCalls } from './scheduled-events.ts';
import { Channel, Invite, Member, Server } from './schemas.ts';

export type InviteTerms = {
  maxAgeSeconds: number;
  maxUses: number;
  /** Shown in the audit log of the server. */
  reason: string;
};

/**
 * Sends one request of the bot. `route` identifies what Discord rate-limits together: the endpoint and the server or
 * channel.
 */
export type Ask = <T>(
  route: string,
  call: Omit<Call, 'authorization'> & { restsAfterRefusal?: boolean },
  schema: z.ZodType<T>,
) => Promise<T>;

const unpaced: Pace = { take: async () => {}, penalize: async () => {} };

export type DiscordBot = ReturnType<typeof createDiscordBot>;

/**
 * A Discord API client acting as a bot. Every method rejects with a `DiscordError`, or with the reason of the caller's
 * signal. Nothing is retried, and after a refusal nothing is sent for a while: see `pauses.ts`.
 */
export function createDiscordBot({
  token,
  pace = unpaced,
  ...options
}: DiscordOptions & { token: string; pace?: Pace }) {
  const exchange = createExchange({ timeoutMs: 4_000, ...options });
  const pauses = createPauses();

  const ask: Ask = async (route, { restsAfterRefusal = true, ...call }, schema) => {
    const shownAs = call.shownAs ?? call.path;
    const question = `${route} ${call.path}`;
    pauses.check(route, shownAs, question);
    await pace.take(call.signal);
    const answered = (restMs: number) => {
      pauses.usedUp(route, restMs, shownAs);
      call.answered?.(restMs);
    };
    try {
      return await exchange({ ...call, answered, authorization: authorization('Bot', token, call.path) }, schema);
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error;
      pauses.note(route, error, restsAfterRefusal, question);
      if (error.kind === 'rate_limited' && error.everywhere) await pace.penalize(error.retryAfterMs ?? 1_000);
      throw error;
    }
  };

  return {
    /** Forgets refusals of this server, because they no longer hold once the bot has been added again. */
    forgetRefusals: (serverId: string): void => pauses.forgetRefusals(serverId),

    ...roleCalls(ask),
    ...messageCalls(ask),
    ...directMessageCalls(ask),
    ...scheduledEventCalls(ask),

    /**
     * GET /guilds/{server}/members/{user}. Null only when Discord says that the user is not a member or does not exist;
     * any other failure is an error.
     */
    member: async (serverId: string, userId: string, signal?: AbortSignal): Promise<Member | null> => {
      const path = `/guilds/${encodeURIComponent(serverId)}/members/${encodeURIComponent(userId)}`;
      try {
        return await ask(`GET members ${serverId}`, { path, signal }, Member);
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    },

    /** GET /guilds/{server}: its owner, and the permissions of its roles. */
    server: (serverId: string, signal?: AbortSignal): Promise<Server> =>
      ask(`GET server ${serverId}`, { path: `/guilds/${encodeURIComponent(serverId)}`, signal }, Server),

    /** GET /channels/{channel}: the server that the channel is in, or null. */
    serverOfChannel: async (channelId: string, signal?: AbortSignal): Promise<string | null> => {
      const path = `/channels/${encodeURIComponent(channelId)}`;
      return (await ask(`GET channel ${channelId}`, { path, signal }, Channel)).guild_id;
    },

    /** POST /channels/{channel}/invites: always creates a new invite and returns its code. */
    createInvite: async (channelId: string, terms: InviteTerms, signal?: AbortSignal): Promise<string> => {
      const path = `/channels/${encodeURIComponent(channelId)}/invites`;
      const body = { max_age: terms.maxAgeSeconds, max_uses: terms.maxUses, unique: true };
      const call = { method: 'POST', path, body, reason: terms.reason, signal } as const;
      return (await ask(`POST invites ${channelId}`, call, Invite)).code;
    },

    /**
     * GET /invites/{code}: whether the invite is still usable. Used-up, expired and refused invites are not. Errors never
     * contain the code.
     */
    inviteExists: async (code: string, signal?: AbortSignal): Promise<boolean> => {
      try {
        const path = `/invites/${encodeURIComponent(code)}`;
        await ask('GET invite', { path, shownAs: '/invites/{code}', signal }, Invite);
        return true;
      } catch (error) {
        // Another one may be made, since only this one is refused.
        if (error instanceof DiscordError && error.kind === 'refused' && error.scope === 'item') return false;
        throw error;
      }
    },
  };
}
