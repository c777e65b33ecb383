/** Events of a guild: creating, finding and changing them. `participation.ts` covers taking part. */
import { z } from 'zod';
import { InstanceCategory } from './game-data.ts';
import { LocalDate, LocalDateTime, MinuteInput } from './local-time.ts';
import { typedName } from './name.ts';
import { AbilityRule, NamedOrganization, RecordRef } from './organization.ts';
import { optionalPageInput, Pagination, pageInput, SortOrder } from './page.ts';
import {
  bodyInteger,
  Id,
  Instant,
  lineOfText,
  OrganizationRef,
  PersonRef,
  queryFlag,
  shownDefault,
} from './primitives.ts';
import { TimeZone } from './profile.ts';
import { RaiderRef } from './raider.ts';
import { MAX_RECURRING_DATES } from './series-length.ts';
import { TeamRef } from './team.ts';

export const EventType = z.enum(['raid', 'dungeon', 'social', 'pvp', 'other']).meta({ id: 'EventType' });
export type EventType = z.infer<typeof EventType>;

/** Only event managers may create `guild` events; any member may create `group` events. All members see both. */
export const EventScope = z.enum(['guild', 'group']).meta({ id: 'EventScope' });
export type EventScope = z.infer<typeof EventScope>;

export const EventStatus = z.enum(['draft', 'published', 'cancelled', 'completed']).meta({ id: 'EventStatus' });
export type EventStatus = z.infer<typeof EventStatus>;

export const EventRole = z.enum(['tank', 'healer', 'melee', 'ranged', 'flex']).meta({ id: 'EventRole' });
export type EventRole = z.infer<typeof EventRole>;

export const EventRef = z.object({ id: z.string(), title: z.string(), startsAt: Instant }).meta({ id: 'EventRef' });

export const ParticipationStatus = z
  .enum(['signed_up', 'tentative', 'waitlist', 'declined'])
  .meta({ id: 'ParticipationStatus' });
export type ParticipationStatus = z.infer<typeof ParticipationStatus>;

/** The answers that a member can give; only the service puts people on the waitlist. */
export const SignUpAnswer = ParticipationStatus.extract(['signed_up', 'tentative', 'declined']).meta({
  id: 'SignUpAnswer',
});

export const Attendance = z.enum(['present', 'late', 'benched', 'excused', 'no_show']).meta({ id: 'Attendance' });
export type Attendance = z.infer<typeof Attendance>;

export const EventLogKind = z
  .enum([
    'created',
    'edited',
    'published',
    'cancelled',
    'reopened',
    'completed',
    'image_changed',
    'answered',
    'added',
    'promoted',
    'moved',
    'removed',
    'attendance',
  ])
  .meta({ id: 'EventLogKind' });
export type EventLogKind = z.infer<typeof EventLogKind>;

export const SlotInput = z.strictObject({
  roleKey: EventRole,
  max: bodyInteger({ min: 1, max: 500, description: 'Number of slots of this role', example: 2 }),
});
export type SlotInput = z.infer<typeof SlotInput>;

const Slots = z
  .array(SlotInput)
  .max(EventRole.options.length)
  .refine((slots) => new Set(slots.map(({ roleKey }) => roleKey)).size === slots.length, 'must name each role once')
  .meta({ description: 'Without slots every member who signs up takes part' });

const Title = typedName(120).meta({ examples: ['Raid night'] });

const Description = z
  .string()
  .max(10_000)
  .refine((text) => !text.includes('\u0000'), 'must not contain the character NUL')
  .refine((text) => text.isWellFormed(), 'must not contain half of a character (an unpaired surrogate)')
  .nullable()
  .meta({ description: 'Markdown, kept as text' });

const duration = bodyInteger({ min: 5, max: 7 * 24 * 60, description: 'Minutes from start to end', example: 180 });
const journalInstanceId = bodyInteger({
  min: 1,
  max: 2_000_000_000,
  description: 'A raid or dungeon of the journal',
  example: 1190,
});

/** The fields that creating and changing an event share. */
export const eventFields = {
  title: Title,
  description: Description.optional(),
  type: EventType,
  startsAt: MinuteInput.optional().meta({ description: 'Either this or localStart' }),
  localStart: LocalDateTime.optional().meta({
    description:
      'Wall-clock time in timeZone. A time skipped by a daylight-saving change moves forward by the skipped amount, which the answer shows; of a time that occurs twice, the first is used.',
  }),
  timeZone: TimeZone.optional().meta({ description: 'Default: the guild’s, else UTC' }),
  durationMinutes: duration.optional().meta({ description: 'Either this or endsAt' }),
  endsAt: MinuteInput.optional(),
  slots: Slots,
  signupDeadline: MinuteInput.nullable().optional().meta({
    description:
      'At the latest at the start, when sign-ups close anyway. In a series, each event closes equally long before its start',
  }),
  journalInstanceId: journalInstanceId.nullable().optional(),
  teamId: Id.nullable().optional().meta({
    description:
      'The team whose event it is, for people with canManageEvents and the leads of that team. Its raiders are expected, others may answer too',
  }),
  anyRole: z.boolean().meta({
    description:
      'Whether a character may take a role that its class cannot play. Default: no, and such a sign-up is refused',
  }),
  countsForAttendance: z.boolean().meta({
    description:
      'Whether it counts towards the guild’s attendance; only people with canManageEvents can set it. Default: true if one of them creates the event',
  }),
};

const onlyOne = (a: unknown, b: unknown) => a === undefined || b === undefined;
const STARTS = { message: 'give either startsAt or localStart, not both or neither', path: ['startsAt'] };
export const endsOnce = {
  message: 'give either durationMinutes or endsAt, not both or neither',
  path: ['durationMinutes'],
};

const SeriesDates = z
  .array(z.union([LocalDate, LocalDateTime]))
  .min(1)
  .max(MAX_RECURRING_DATES);

const NewEventStatus = EventStatus.extract(['draft', 'published']).meta({ id: 'NewEventStatus' });

/** The fields that every way of creating an event has. */
export const newEventFields = {
  anyRole: eventFields.anyRole.optional(),
  countsForAttendance: eventFields.countsForAttendance.optional(),
  status: NewEventStatus.default('published'),
  recurringDates: SeriesDates.optional().meta({
    description:
      'More days of a series, at the same wall-clock time, or local times to use another one. The start itself belongs to the series whether listed or not. Either all events are created or none.',
  }),
};

export const CreateEventInput = z
  .strictObject({
    ...eventFields,
    ...newEventFields,
    id: OrganizationRef,
    scope: EventScope.default('group'),
    slots: Slots.default([]),
  })
  .refine(({ startsAt, localStart }) => (startsAt === undefined) !== (localStart === undefined), STARTS)
  .refine(({ durationMinutes, endsAt }) => (durationMinutes === undefined) !== (endsAt === undefined), endsOnce);
export type CreateEventInput = z.infer<typeof CreateEventInput>;

/** One vocabulary for changing, cancelling and deleting events of a series. */
export const SeriesPart = z.enum(['this', 'following', 'upcoming', 'all']).meta({
  id: 'SeriesPart',
  description:
    'This event; this one and those that begin after it; all that have not begun; or all, including those that are over',
});
export type SeriesPart = z.infer<typeof SeriesPart>;

export const UpdateEventInput = z
  .strictObject({
    ...eventFields,
    id: Id,
    version: bodyInteger({
      min: 1,
      max: 1_000_000_000,
      description: 'The version that was read: the change is refused if the event has changed since',
      example: 1,
    }).optional(),
    apply: SeriesPart.default('this').meta({
      description:
        'The events of the series that change. Events that have begun or are completed keep their values whatever it says, and so do fields changed in a single event.',
    }),
    title: Title.optional(),
    type: EventType.optional(),
    scope: EventScope.optional(),
    slots: Slots.optional(),
    anyRole: eventFields.anyRole.optional(),
    countsForAttendance: eventFields.countsForAttendance.optional(),
  })
  .refine(({ startsAt, localStart }) => onlyOne(startsAt, localStart), STARTS)
  .refine(({ durationMinutes, endsAt }) => onlyOne(durationMinutes, endsAt), endsOnce);
export type UpdateEventInput = z.infer<typeof UpdateEventInput>;

/** The reason for a decision about another member. */
export const Why = lineOfText(300).meta({ description: 'Why: for the log of the event, and for those concerned' });

export const EventRefInput = z.object({ id: Id });
export const EventBodyInput = z.strictObject({ id: Id });
export const CancelEventInput = z.strictObject({ id: Id, reason: Why.optional() });
export type CancelEventInput = z.infer<typeof CancelEventInput>;

export const ExtendSeriesInput = z.strictObject({
  id: Id,
  dates: SeriesDates.meta({
    description: 'More days, at the wall-clock time of the named event, or local times to use another one',
    examples: [['2026-12-08', '2026-12-15T19:30']],
  }),
});
export type ExtendSeriesInput = z.infer<typeof ExtendSeriesInput>;

const apply = SeriesPart.default('all').meta({
  description: 'The events of the series. Send `upcoming` to leave what has happened as it is',
});
export const CancelSeriesInput = z.strictObject({ id: Id, apply, reason: Why.optional() });
export type CancelSeriesInput = z.infer<typeof CancelSeriesInput>;
export const DeleteSeriesInput = z.object({ id: Id, apply });
export type DeleteSeriesInput = z.infer<typeof DeleteSeriesInput>;

export const SeriesPreviewInput = z.object({
  id: Id,
  change: z.enum(['edit', 'cancel', 'delete']).meta({ description: 'The change that is about to be made' }),
  apply: SeriesPart.meta({ description: 'To which events of the series' }),
});
export type SeriesPreviewInput = z.infer<typeof SeriesPreviewInput>;

/** Filters events by whether they are over. */
export const EventTime = z.enum(['upcoming', 'past']).meta({ id: 'EventTime' });
export type EventTime = z.infer<typeof EventTime>;

const listFields = {
  when: EventTime.meta({
    description: 'Events that are not over yet, or those that are. Default: upcoming, unless a date is given',
  }).optional(),
  startDate: LocalDate.meta({ description: 'Events of this day and later' }).optional(),
  endDate: LocalDate.meta({
    description: 'Events of this day and earlier. At most 100 days after startDate',
  }).optional(),
  type: EventType.meta({ description: 'Only events of this kind' }).optional(),
  status: EventStatus.meta({ description: 'Only events in this state' }).optional(),
  teamId: Id.meta({ description: 'Only events of this team' }).optional(),
  mine: shownDefault(queryFlag('Only events that the caller created or has answered, other than by declining'), false),
  sortOrder: SortOrder.meta({
    description: 'By start. Default: asc; desc for past events, and with endDate alone',
  }).optional(),
  ...optionalPageInput,
};

type Days = { startDate?: string | undefined; endDate?: string | undefined };
const inOrder = ({ startDate, endDate }: Days) =>
  startDate === undefined || endDate === undefined || startDate <= endDate;
const ORDER = { message: 'must not be before startDate', path: ['endDate'] };
const isCalendarView = ({ startDate, endDate }: Days) => daysBetween(startDate, endDate) < 100;
const LENGTH = { message: 'must be at most 100 days after startDate', path: ['endDate'] };

export const EventListInput = z
  .object({
    id: OrganizationRef,
    ...listFields,
    timeZone: TimeZone.meta({
      description: 'Time zone of these dates. Default: the guild’s, else UTC',
    }).optional(),
  })
  .refine(inOrder, ORDER)
  .refine(isCalendarView, LENGTH);
export type EventListInput = z.infer<typeof EventListInput>;

export const MyEventListInput = z
  .object({
    ...listFields,
    timeZone: TimeZone.meta({
      description: 'Time zone of these dates. Default: the one in the caller’s profile',
    }).optional(),
  })
  .refine(inOrder, ORDER)
  .refine(isCalendarView, LENGTH);
export type MyEventListInput = z.infer<typeof MyEventListInput>;

function daysBetween(from: string | undefined, to: string | undefined): number {
  return from === undefined || to === undefined ? 0 : (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** A holiday of the game in every guild's calendar, in whole days because each realm starts it by its own clock. */
export const HolidayView = z
  .object({
    id: z.string(),
    key: z.string(),
    year: z.int(),
    startsAt: z.string().meta({ format: 'date' }),
    endsAt: z.string().meta({ format: 'date', description: 'The last day' }),
    names: z.record(z.string(), z.string()).meta({ description: 'By locale' }),
  })
  .meta({
    id: 'EventHoliday',
    examples: [
      {
        id: '0199d3a0-0000-7000-8000-000000000004',
        key: 'brewfest',
        year: 2026,
        startsAt: '2026-09-20',
        endsAt: '2026-10-06',
        names: { en_US: 'Brewfest', de_DE: 'Braufest' },
      },
    ],
  });
export type HolidayView = z.infer<typeof HolidayView>;

export const MyParticipation = z
  .object({
    id: z.string(),
    characterId: z.string().nullable(),
    roleKey: EventRole.nullable(),
    roles: z.array(EventRole).meta({ description: 'All roles the caller would play, preferred first' }),
    status: ParticipationStatus,
    position: z
      .int()
      .nullable()
      .meta({ description: 'Waitlist position, from 1; the lowest if waitlisted for several roles' }),
    note: z.string().nullable(),
    lateMinutes: z.int().nullable().meta({ description: 'How late they expect to be' }),
    attendance: Attendance.nullable(),
  })
  .meta({ id: 'MyParticipation' });

const EventSlot = z
  .object({ roleKey: EventRole, max: z.int(), signedUp: z.int(), waitlist: z.int() })
  .meta({ id: 'EventSlot' });

const ParticipationCounts = z
  .object({ signedUp: z.int(), tentative: z.int(), waitlist: z.int(), declined: z.int() })
  .meta({ id: 'ParticipationCounts' });

export const EventInstance = z
  .object({
    id: z.int(),
    name: z.string().meta({ description: 'In the language of the caller' }),
    category: InstanceCategory,
  })
  .meta({ id: 'EventInstance' });

const EventFace = z
  .object({
    user: PersonRef.nullable().meta({ description: 'Null for a raider without an account' }),
    raider: RaiderRef,
    character: z.object({ name: z.string(), classId: z.int(), avatarUrl: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'EventFace' });

export const EventView = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    type: EventType,
    scope: EventScope,
    status: EventStatus,
    version: z.int().meta({ description: 'Increases with every change; send it back with the next change' }),
    startsAt: Instant,
    endsAt: Instant,
    localStart: z.string().meta({ description: 'Wall-clock time in timeZone' }),
    timeZone: z.string().meta({ description: 'Its own; stays when the guild’s changes' }),
    guildTimeZone: z.string().meta({ description: 'Of the guild, now' }),
    signupDeadline: Instant.nullable(),
    slots: z.array(EventSlot),
    counts: ParticipationCounts,
    journalInstance: EventInstance.nullable(),
    team: TeamRef.nullable().meta({ description: 'The team whose event it is' }),
    imageUrl: z.string().nullable().meta({ description: 'Its own picture, or the journal instance’s' }),
    recurringSeriesId: z.string().nullable(),
    createdBy: PersonRef.nullable(),
    anyRole: z.boolean(),
    countsForAttendance: z.boolean(),
    mine: MyParticipation.nullable().meta({ description: 'The caller’s own participation' }),
    faces: z.array(EventFace).meta({ description: 'The first eight who have a place' }),
    archived: z.boolean().meta({ description: 'The organization is archived: nothing of the event can be changed' }),
    abilityRules: z.array(AbilityRule).meta({ description: 'The caller’s permissions for this event' }),
    createdAt: Instant,
  })
  .meta({
    id: 'Event',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        organizationId: '0199d3a0-0000-7000-8000-000000000001',
        title: 'Raid night',
        description: null,
        type: 'raid',
        scope: 'guild',
        status: 'published',
        version: 1,
        startsAt: '2026-12-01T19:00:00.000Z',
        endsAt: '2026-12-01T22:00:00.000Z',
        localStart: '2026-12-01T20:00',
        timeZone: 'Europe/Berlin',
        guildTimeZone: 'Europe/Berlin',
        signupDeadline: null,
        slots: [{ roleKey: 'tank', max: 2, signedUp: 1, waitlist: 0 }],
        counts: { signedUp: 1, tentative: 0, waitlist: 0, declined: 0 },
        journalInstance: null,
        team: null,
        imageUrl: null,
        recurringSeriesId: null,
        createdBy: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
        anyRole: false,
        countsForAttendance: true,
        mine: null,
        faces: [
          {
            user: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
            raider: {
              id: '0199d3a0-0000-7000-8000-000000000004',
              name: 'Ysolde',
              kind: 'member',
              hasAccount: true,
              notProven: false,
            },
            character: { name: 'Brynhild', classId: 1, avatarUrl: null },
          },
        ],
        archived: false,
        abilityRules: [{ action: 'read', subject: 'Event' }],
        createdAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type EventView = z.infer<typeof EventView>;

const SeriesEvent = z.object({ id: z.string(), startsAt: Instant, localStart: z.string() }).meta({ id: 'SeriesEvent' });
const SeriesEvents = z.array(SeriesEvent);

export const EventCreatedView = EventView.extend({
  series: SeriesEvents.meta({ description: 'All events of the series in order; empty for a single event' }),
}).meta({ id: 'EventCreated' });
export type EventCreatedView = z.infer<typeof EventCreatedView>;

export const SeriesExtendedView = z
  .object({
    recurringSeriesId: z.string(),
    added: SeriesEvents.meta({ description: 'The added events, in order' }),
  })
  .meta({
    id: 'SeriesExtended',
    examples: [
      {
        recurringSeriesId: '0199d3a0-0000-7000-8000-000000000003',
        added: [
          {
            id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
            startsAt: '2026-12-08T19:00:00.000Z',
            localStart: '2026-12-08T20:00',
          },
        ],
      },
    ],
  });
export type SeriesExtendedView = z.infer<typeof SeriesExtendedView>;

/** A series as one of its events shows it. */
export const SeriesView = z
  .object({
    recurringSeriesId: z.string(),
    events: z
      .array(
        SeriesEvent.extend({
          status: EventStatus,
          signedUp: z.int().meta({ description: 'How many have a place' }),
          slots: z.int().meta({ description: 'Places of all roles together; 0 when there is no limit' }),
          mine: ParticipationStatus.nullable().meta({ description: 'The caller’s answer' }),
          open: z.boolean().meta({ description: 'Whether sign-ups are open' }),
        }).meta({ id: 'EventOfSeries' }),
      )
      .meta({ description: 'In order of start. Only people who may edit drafts see them' }),
  })
  .meta({
    id: 'Series',
    examples: [
      {
        recurringSeriesId: '0199d3a0-0000-7000-8000-000000000003',
        events: [
          {
            id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
            startsAt: '2026-12-08T19:00:00.000Z',
            localStart: '2026-12-08T20:00',
            status: 'published',
            signedUp: 19,
            slots: 20,
            mine: 'signed_up',
            open: true,
          },
        ],
      },
    ],
  });
export type SeriesView = z.infer<typeof SeriesView>;

const holidays = z.array(HolidayView).meta({ description: 'With startDate and endDate: the holidays in that range' });
const pagination = Pagination.meta({ description: 'Counts up to 10,000 events' });

export const EventListView = z.object({ events: z.array(EventView), holidays, pagination }).meta({ id: 'Events' });
export type EventListView = z.infer<typeof EventListView>;

export const MyEventView = EventView.extend({
  organization: NamedOrganization,
}).meta({ id: 'MyEvent' });
export type MyEventView = z.infer<typeof MyEventView>;

export const MyEventListView = z
  .object({ events: z.array(MyEventView), holidays, pagination })
  .meta({ id: 'MyEvents' });
export type MyEventListView = z.infer<typeof MyEventListView>;

const seriesCounts = {
  signups: z.int().meta({ description: 'Sign-ups to these events, tentative and waitlisted ones included' }),
  attendance: z.int().meta({ description: 'Attendance records of these events' }),
};

/** The result of cancelling or deleting events of a series. */
export const SeriesChangeView = z
  .object({
    recurringSeriesId: z.string(),
    changed: z.array(z.string()).meta({ description: 'Ids of the events that were cancelled or deleted' }),
    kept: z.array(z.string()).meta({
      description: 'Ids of the other events of the series: not chosen, or already in the requested state',
    }),
    ...seriesCounts,
  })
  .meta({
    id: 'SeriesChange',
    description:
      'Deleting removes the counted sign-ups and attendance records. Cancelling keeps them, and the attendance no longer counts.',
    examples: [
      {
        recurringSeriesId: '0199d3a0-0000-7000-8000-000000000003',
        changed: ['0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f'],
        kept: ['0199d3a0-0000-7000-8000-000000000001'],
        signups: 14,
        attendance: 0,
      },
    ],
  });
export type SeriesChangeView = z.infer<typeof SeriesChangeView>;

/** The effect that a change to a series would have. */
export const SeriesPreviewView = z
  .object({
    recurringSeriesId: z.string(),
    events: z
      .array(
        SeriesEvent.extend({
          title: z.string(),
          timeZone: z.string(),
          status: EventStatus,
          ownFields: z.array(z.string()).meta({
            description: 'Fields changed in this event alone, which an edit of the series leaves as they are',
          }),
        }).meta({
          id: 'SeriesPreviewEvent',
        }),
      )
      .meta({ description: 'The events that would change, in order of start; empty if the change would be refused' }),
    kept: z.int().meta({ description: 'How many events of the series would stay as they are' }),
    ...seriesCounts,
  })
  .meta({
    id: 'SeriesPreview',
    examples: [
      {
        recurringSeriesId: '0199d3a0-0000-7000-8000-000000000003',
        events: [
          {
            id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
            startsAt: '2026-12-08T19:00:00.000Z',
            localStart: '2026-12-08T20:00',
            title: 'Raid night',
            timeZone: 'Europe/Berlin',
            status: 'published',
            ownFields: ['title'],
          },
        ],
        kept: 3,
        signups: 14,
        attendance: 0,
      },
    ],
  });
export type SeriesPreviewView = z.infer<typeof SeriesPreviewView>;

export const EventLogInput = z.object({ id: Id, ...pageInput });
export type EventLogInput = z.infer<typeof EventLogInput>;

const PersonOrNull = PersonRef.nullable();

export const EventLogView = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        kind: EventLogKind,
        actor: PersonOrNull.meta({
          description: 'Null if the service did it automatically, or the account was erased',
        }),
        service: RecordRef.nullable().meta({ description: 'The service through which the actor acted' }),
        person: PersonOrNull.meta({ description: 'The affected person' }),
        raider: RaiderRef.nullable().meta({ description: 'The affected raider, if it has no account' }),
        via: z.enum(['discord']).nullable().meta({ description: 'Where the actor acted, if not here' }),
        changes: z.record(z.string(), z.unknown()).meta({ description: 'The old and the new value of each field' }),
        why: z.string().nullable(),
        at: Instant,
      }),
    ),
    pagination: Pagination,
  })
  .meta({
    id: 'EventLog',
    examples: [
      {
        entries: [
          {
            id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
            kind: 'promoted',
            actor: null,
            service: null,
            person: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
            raider: null,
            via: null,
            changes: { status: ['waitlist', 'signed_up'], roleKey: 'tank' },
            why: 'Somebody withdrew.',
            at: '2026-11-20T20:00:00.000Z',
          },
        ],
        pagination: { page: 1, pageSize: 50, total: 1, totalPages: 1 },
      },
    ],
  });
export type EventLogView = z.infer<typeof EventLogView>;
