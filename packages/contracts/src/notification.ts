/** The inbox of a person: news of things that happened to them. */
import { z } from 'zod';
import { DiscordRefusalCause } from './discord-posts.ts';
import { ErrorReason } from './errors.ts';
import { EventRole, ParticipationStatus } from './event.ts';
import { ImagePurpose } from './image.ts';
import { NamedOrganization } from './organization.ts';
import { Id, Instant, queryFlag, queryInteger, shownDefault } from './primitives.ts';

export const NotificationKind = z
  .enum([
    'waitlist_promoted',
    'place_lost',
    'moved',
    'event_new',
    'answer_wanted',
    'answer_counts',
    'answer_refused',
    'absence_entered',
    'reserves_entered',
    'event_moved',
    'event_cancelled',
    'lineup_published',
    'lineup_gap',
    'night_ready',
    'role_granted',
    'role_withdrawn',
    'claim_rejected',
    'transfer_waiting',
    'roster_held',
    'picture_refused',
    'integration_stopped',
    'discord_posts_stopped',
    'discord_refused',
    'discord_token_refused',
    'discord_roles_held',
    'discord_role_stopped',
  ])
  .meta({ id: 'NotificationKind' });
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Written only for people who ask for them; all others are, unless they are muted. */
export const RequestedNotificationKind = NotificationKind.extract(['event_new']).meta({
  id: 'RequestedNotificationKind',
});
export type RequestedNotificationKind = z.infer<typeof RequestedNotificationKind>;

export const NotificationView = z
  .object({
    id: z.string(),
    kind: NotificationKind,
    organization: NamedOrganization.nullable().meta({
      description: 'Where it happened; null for what belongs to no organization',
    }),
    eventId: z.string().nullable().meta({ description: 'Of the event that it is about, while there is one' }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'Name of the event, the role, the character or the channel, as it was then' }),
    count: z.int().meta({
      description:
        'Events of a series that were created, moved or cancelled with it, itself included; bosses for which the person has a place, of `lineup_published`; people who no longer come, of `lineup_gap`; pulls of the night, of `night_ready`',
    }),
    of: z
      .int()
      .nullable()
      .meta({ description: 'Bosses with a line-up, of `lineup_published`; bosses of the night, of `night_ready`' }),
    startsAt: Instant.nullable().meta({ description: 'When the event, or the absence, begins' }),
    previousStartsAt: Instant.nullable().meta({ description: 'When it was to begin before it was moved' }),
    status: ParticipationStatus.nullable().meta({
      description:
        'The participation after the change, of `place_lost`, `moved` and `answer_counts`: `declined` for a removed person',
    }),
    roleKey: EventRole.nullable().meta({ description: 'The role after the change, of the same kinds' }),
    purpose: ImagePurpose.nullable().meta({ description: 'Purpose of the refused picture' }),
    reason: z.string().nullable().meta({ description: 'In the words of the person who did it' }),
    cause: DiscordRefusalCause.nullable().meta({ description: 'Why Discord refuses it, of `discord_refused`' }),
    refusal: ErrorReason.nullable().meta({
      description: 'Why a kept answer was refused, of `answer_refused`; the event is named to its members only',
    }),
    createdAt: Instant,
    readAt: Instant.nullable(),
  })
  .meta({
    id: 'Notification',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        kind: 'event_moved',
        organization: {
          id: '0199d3a0-0000-7000-8000-000000000001',
          alias: 'the-emberforge-stormvale-us',
          name: 'The Emberforge',
        },
        eventId: '0199d3a0-0000-7000-8000-000000000002',
        title: 'Raid night',
        count: 1,
        of: null,
        startsAt: '2026-11-27T19:00:00.000Z',
        previousStartsAt: '2026-11-26T19:00:00.000Z',
        status: null,
        roleKey: null,
        purpose: null,
        reason: null,
        cause: null,
        refusal: null,
        createdAt: '2026-11-20T20:00:00.000Z',
        readAt: null,
      },
    ],
  });
export type NotificationView = z.infer<typeof NotificationView>;

export const NotificationsInput = z.object({
  before: Id.meta({ description: 'Only those older than this one: `next` of the page before' }).optional(),
  unread: queryFlag('Only those that are not read').optional(),
  pageSize: shownDefault(queryInteger({ min: 1, max: 100, description: 'How many', example: 30 }), 30),
});
export type NotificationsInput = z.infer<typeof NotificationsInput>;

export const NotificationsView = z
  .object({
    notifications: z.array(NotificationView),
    unread: z.int().meta({ description: 'How many are not read, of all' }),
    next: z.string().nullable().meta({ description: 'To be sent as `before` for the next page; null on the last one' }),
  })
  .meta({ id: 'Notifications' });
export type NotificationsView = z.infer<typeof NotificationsView>;

export const UnreadView = z
  .object({ unread: z.int().meta({ description: 'How many notifications are not read' }) })
  .meta({ id: 'UnreadNotifications', examples: [{ unread: 3 }] });
export type UnreadView = z.infer<typeof UnreadView>;

export const ReadNotificationInput = z.strictObject({ id: Id });
