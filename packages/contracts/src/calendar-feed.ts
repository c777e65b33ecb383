/** Secret addresses of calendar feeds for calendar apps. */
import { z } from 'zod';
import { Instant, OrganizationRef } from './primitives.ts';

export const GuildFeedInput = z.object({ id: OrganizationRef });
export const GuildFeedBodyInput = z.strictObject({ id: OrganizationRef });

export const CalendarFeedView = z
  .object({
    feed: z
      .object({ createdAt: Instant, lastReadAt: Instant.nullable().meta({ description: 'To the hour' }) })
      .nullable()
      .meta({ description: 'Null if there is none' }),
  })
  .meta({ id: 'CalendarFeed', examples: [{ feed: { createdAt: '2026-11-20T20:00:00.000Z', lastReadAt: null } }] });
export type CalendarFeedView = z.infer<typeof CalendarFeedView>;

export const CalendarFeedListItem = z
  .object({
    guildId: z.string().nullable().meta({ description: 'Null for the personal feed' }),
    guildName: z.string().nullable(),
    createdAt: Instant,
    lastReadAt: Instant.nullable().meta({ description: 'To the hour' }),
    madeHere: z.boolean().meta({ description: 'Whether the current session created it' }),
  })
  .meta({
    id: 'CalendarFeedListItem',
    examples: [
      { guildId: null, guildName: null, createdAt: '2026-11-20T20:00:00.000Z', lastReadAt: null, madeHere: true },
    ],
  });
export type CalendarFeedListItem = z.infer<typeof CalendarFeedListItem>;

export const NewCalendarFeedView = z
  .object({
    url: z.string().meta({ description: 'Shown only once. Every holder of the address can read the calendar' }),
    token: z.string(),
    createdAt: Instant,
  })
  .meta({
    id: 'NewCalendarFeed',
    examples: [
      {
        url: 'https://guildhall.example/api/v1/auth/me/events.ics?token=6mJ0r2o0c0n1W3pZ0o5b7J1qg8yQm1sX4vT9uK2dEfA',
        token: '6mJ0r2o0c0n1W3pZ0o5b7J1qg8yQm1sX4vT9uK2dEfA',
        createdAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type NewCalendarFeedView = z.infer<typeof NewCalendarFeedView>;
