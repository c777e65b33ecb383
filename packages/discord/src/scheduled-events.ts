/**
 * The events that a server lists above its channels. Covers only external ones, which Discord starts and ends itself.
 */
import { z } from 'zod';
import type { Ask } from './bot.ts';
import { DiscordError } from './errors.ts';
import { Snowflake } from './schemas.ts';

export type OutgoingScheduledEvent = {
  /** At most 100 characters. */
  name: string;
  /** At most 1,000 characters. */
  description: string;
  /** At most 100 characters; an address becomes a link. */
  location: string;
  /** Null keeps the current start, as is required once the event has begun. */
  startsAt: Date | null;
  endsAt: Date;
};

const ScheduledEvent = z.object({
  id: Snowflake,
  creator_id: z.nullish(Snowflake),
  description: z.nullish(z.string()),
});
export type ScheduledEvent = z.infer<typeof ScheduledEvent>;

const EXTERNAL = 3;
const SERVER_ONLY = 2;

export function scheduledEventCalls(ask: Ask) {
  const all = (serverId: string) => `/guilds/${encodeURIComponent(serverId)}/scheduled-events`;
  const one = (serverId: string, id: string) => `${all(serverId)}/${encodeURIComponent(id)}`;
  // The caller decides when a refused server is asked again.
  const KEPT_ASKING = { restsAfterRefusal: false } as const;

  return {
    /** GET /guilds/{server}/scheduled-events: those that are neither over nor canceled. */
    scheduledEvents: (serverId: string, signal?: AbortSignal): Promise<ScheduledEvent[]> =>
      ask(`GET events ${serverId}`, { ...KEPT_ASKING, path: all(serverId), signal }, z.array(ScheduledEvent)),

    /**
     * POST /guilds/{server}/scheduled-events. Repeating the request creates a second event: Discord has no nonce here.
     */
    createScheduledEvent: async (
      serverId: string,
      event: OutgoingScheduledEvent,
      signal?: AbortSignal,
    ): Promise<string> => {
      const body = { ...bodyOf(event), privacy_level: SERVER_ONLY, entity_type: EXTERNAL };
      const call = { ...KEPT_ASKING, method: 'POST', path: all(serverId), body, signal } as const;
      return (await ask(`POST events ${serverId}`, call, ScheduledEvent)).id;
    },

    /** PATCH /guilds/{server}/scheduled-events/{event}. */
    editScheduledEvent: async (
      serverId: string,
      id: string,
      event: OutgoingScheduledEvent,
      signal?: AbortSignal,
    ): Promise<void> => {
      const call = { ...KEPT_ASKING, method: 'PATCH', path: one(serverId, id), body: bodyOf(event), signal } as const;
      await ask(`PATCH events ${serverId}`, call, ScheduledEvent);
    },

    /** DELETE of the same. Succeeds when it is gone already. */
    deleteScheduledEvent: async (serverId: string, id: string, signal?: AbortSignal): Promise<void> => {
      const call = { ...KEPT_ASKING, method: 'DELETE', path: one(serverId, id), signal } as const;
      await ask(`DELETE events ${serverId}`, call, z.undefined()).catch((error: unknown) => {
        if (!(error instanceof DiscordError && error.refusal === 'unknown_event')) throw error;
      });
    },
  };
}

const bodyOf = ({ name, description, location, startsAt, endsAt }: OutgoingScheduledEvent) => ({
  name,
  description,
  entity_metadata: { location },
  ...(startsAt === null ? {} : { scheduled_start_time: startsAt.toISOString() }),
  scheduled_end_time: endsAt.toISOString(),
});
