/** Templates of events: what a guild plans again and again, with the line-up and the notes that go with it. */
import { z } from 'zod';
import {
  EventCreatedView,
  EventInstance,
  EventScope,
  EventType,
  endsOnce,
  eventFields,
  newEventFields,
  SlotInput,
} from './event.ts';
import { LocalDate } from './local-time.ts';
import { typedName } from './name.ts';
import { Id, Instant, OrganizationRef } from './primitives.ts';
import { RaiderRef } from './raider.ts';
import { TeamRef } from './team.ts';

/** More templates than a select shows well are no help. */
export const MOST_TEMPLATES = 50;

const TemplateName = typedName(80).meta({ examples: ['Tuesday, heroic'] });

export const EventTemplateListInput = z.object({ id: OrganizationRef });
export type EventTemplateListInput = z.infer<typeof EventTemplateListInput>;

export const CreateEventTemplateInput = z.strictObject({
  id: OrganizationRef,
  name: TemplateName,
  eventId: Id.meta({ description: 'The event whose fields, drafts of line-ups and notes the template takes' }),
});
export type CreateEventTemplateInput = z.infer<typeof CreateEventTemplateInput>;

export const UpdateEventTemplateInput = z.strictObject({
  id: Id,
  name: TemplateName.optional(),
  eventId: Id.optional().meta({ description: 'Takes everything anew from this event of the organization' }),
});
export type UpdateEventTemplateInput = z.infer<typeof UpdateEventTemplateInput>;

export const EventTemplateInput = z.object({ id: Id });
export type EventTemplateInput = z.infer<typeof EventTemplateInput>;

const START = {
  message: 'give one of day, localStart and startsAt',
  path: ['day'],
};

export const CreateFromTemplateInput = z
  .strictObject({
    ...eventFields,
    ...newEventFields,
    id: Id,
    day: LocalDate.optional().meta({ description: 'At the template’s time of day. Or give localStart or startsAt' }),
    title: eventFields.title.optional(),
    type: EventType.optional(),
    scope: EventScope.optional(),
    slots: eventFields.slots.optional(),
  })
  .refine(
    ({ day, localStart, startsAt }) => [day, localStart, startsAt].filter((one) => one !== undefined).length === 1,
    START,
  )
  .refine(({ durationMinutes, endsAt }) => durationMinutes === undefined || endsAt === undefined, endsOnce)
  .meta({ description: 'Fields that are left out come from the template' });
export type CreateFromTemplateInput = z.infer<typeof CreateFromTemplateInput>;

export const EventTemplateView = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    type: EventType,
    scope: EventScope,
    localTime: z.string().meta({ description: 'Wall-clock time of the start, as 20:00' }),
    timeZone: z.string(),
    durationMinutes: z.int(),
    signupClosesMinutes: z.int().nullable().meta({ description: 'Before the start; null means at the start' }),
    slots: z.array(SlotInput),
    journalInstance: EventInstance.nullable(),
    team: TeamRef.nullable(),
    archivedTeam: z.string().nullable().meta({
      description:
        'The name of its team, if that is archived: then events are for the whole organization, unless a team is given',
    }),
    anyRole: z.boolean(),
    countsForAttendance: z.boolean(),
    lineups: z.int().meta({ description: 'How many line-ups it brings' }),
    notes: z.int().meta({ description: 'How many notes it brings' }),
    savedAt: Instant,
  })
  .meta({
    id: 'EventTemplate',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e70',
        organizationId: '0199d3a0-0000-7000-8000-000000000001',
        name: 'Tuesday, heroic',
        title: 'Raid night',
        description: null,
        type: 'raid',
        scope: 'guild',
        localTime: '20:00',
        timeZone: 'Europe/Berlin',
        durationMinutes: 180,
        signupClosesMinutes: null,
        slots: [{ roleKey: 'tank', max: 2 }],
        journalInstance: null,
        team: null,
        archivedTeam: null,
        anyRole: false,
        countsForAttendance: true,
        lineups: 1,
        notes: 2,
        savedAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type EventTemplateView = z.infer<typeof EventTemplateView>;

export const EventTemplateListView = z
  .object({ templates: z.array(EventTemplateView).meta({ description: 'By name' }) })
  .meta({ id: 'EventTemplates' });
export type EventTemplateListView = z.infer<typeof EventTemplateListView>;

export const EventFromTemplateView = EventCreatedView.extend({
  leftOut: z
    .array(
      z.object({
        raider: RaiderRef,
        why: z.enum(['left', 'other_team']).meta({
          description:
            '`left`: no member or raider of the organization any more. `other_team`: not in the event’s team',
        }),
      }),
    )
    .meta({ description: 'Raiders of the template’s line-ups who have no place in those of the new events' }),
}).meta({ id: 'EventFromTemplate' });
export type EventFromTemplateView = z.infer<typeof EventFromTemplateView>;
