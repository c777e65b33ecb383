/** Taking part in an event: signing up, moving participants, recording attendance. */
import { z } from 'zod';
import { Attendance, EventRole, EventView, ParticipationStatus, Why } from './event.ts';
import { NamedRef } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { bodyInteger, Id, Instant, lineOfText } from './primitives.ts';

const Note = lineOfText(200).nullable().meta({ description: 'For everybody who sees the event; null removes it' });

const Roles = z
  .array(EventRole)
  .min(1)
  .max(EventRole.options.length)
  .refine((roles) => new Set(roles).size === roles.length, 'must name each role once')
  .meta({
    description:
      'Instead of roleKey: all roles that the person would play, the preferred first. The first with a free place is taken; else the person waits for all of them, and gets the first that becomes free',
    examples: [['tank', 'healer']],
  });

const onlyOneRole = ({ roleKey, roles }: { roleKey?: unknown; roles?: unknown }) =>
  (roleKey ?? undefined) === undefined || roles === undefined;
const ONE_ROLE = { message: 'give either roleKey or roles, not both or neither', path: ['roles'] };

export const SignUpInput = z
  .strictObject({
    id: Id,
    characterId: Id.nullable().optional().meta({ description: 'Character to bring; needed unless they decline' }),
    roleKey: EventRole.nullable()
      .optional()
      .meta({ description: 'A role of the slots; this or roles is needed for signing up where there are slots' }),
    roles: Roles.optional(),
    status: z
      .enum(['signed_up', 'tentative', 'declined'])
      .default('signed_up')
      .meta({ description: 'Signing up for a full role leads to its waitlist; tentative takes no slot' }),
    note: Note.optional(),
  })
  .refine(({ characterId, status }) => status === 'declined' || (characterId ?? null) !== null, {
    message: 'is needed',
    path: ['characterId'],
  })
  .refine(onlyOneRole, ONE_ROLE);
export type SignUpInput = z.infer<typeof SignUpInput>;

export const ParticipationView = z
  .object({
    id: z.string(),
    eventId: z.string(),
    user: z.object({ id: z.string(), displayName: z.string() }),
    character: z
      .object({ id: z.string(), name: z.string(), class: NamedRef, level: z.int(), itemLevel: z.int().nullable() })
      .nullable(),
    roleKey: EventRole.nullable().meta({ description: 'The role they have, or would like best' }),
    roles: z.array(EventRole).meta({ description: 'All roles that they would play, the preferred first' }),
    unusualRole: z.boolean().meta({
      description: 'Whether the class of the character cannot play the role: possible where the event allows any role',
    }),
    status: ParticipationStatus,
    statusSince: Instant,
    position: z
      .int()
      .nullable()
      .meta({ description: 'In the waitlist, from 1; of several roles where it is shortest' }),
    note: z.string().nullable(),
    attendance: Attendance.nullable().meta({
      description: 'Recorded attendance; that of others only for people who may edit the event',
    }),
    away: z.boolean().nullable().meta({
      description:
        'Has said to be away on that day: such a person gets no place from a waitlist and no reminders. Null for who may not know',
    }),
  })
  .meta({
    id: 'Participation',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        eventId: '0199d3a0-0000-7000-8000-000000000001',
        user: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
        character: {
          id: '0199d3a0-0000-7000-8000-000000000003',
          name: 'Brynhild',
          class: { id: 1, name: 'Warrior' },
          level: 80,
          itemLevel: 642,
        },
        roleKey: 'tank',
        roles: ['tank'],
        unusualRole: false,
        status: 'signed_up',
        statusSince: '2026-11-20T20:00:00.000Z',
        position: null,
        note: null,
        attendance: null,
        away: false,
      },
    ],
  });
export type ParticipationView = z.infer<typeof ParticipationView>;

export const ParticipationListInput = z.object({
  id: Id,
  status: ParticipationStatus.meta({ description: 'Only those who answered so' }).optional(),
  roleKey: EventRole.meta({ description: 'Only those of this role' }).optional(),
  ...pageInput,
});
export type ParticipationListInput = z.infer<typeof ParticipationListInput>;

export const ParticipationListView = z
  .object({ participations: z.array(ParticipationView), pagination: Pagination })
  .meta({ id: 'Participations' });
export type ParticipationListView = z.infer<typeof ParticipationListView>;

export const AddParticipantInput = z
  .strictObject({
    id: Id,
    userId: Id.meta({ description: 'A member who has not answered yet' }),
    characterId: Id.optional().meta({
      description: 'Character to bring. Default: their main, else their highest character that can play the role',
    }),
    roleKey: EventRole.optional().meta({ description: 'A role of the slots; needed where there are slots' }),
    roles: Roles.optional(),
    status: z
      .enum(['signed_up', 'waitlist', 'tentative'])
      .default('signed_up')
      .meta({ description: '`signed_up` needs a free place in one of the roles' }),
    note: Note.optional(),
    reason: Why.optional(),
  })
  .refine(onlyOneRole, ONE_ROLE);
export type AddParticipantInput = z.infer<typeof AddParticipantInput>;

export const MoveParticipantInput = z.strictObject({
  id: Id,
  participationId: Id,
  status: ParticipationStatus.optional().meta({
    description: '`declined` removes the person; `signed_up` needs a free place in the role',
  }),
  roleKey: EventRole.nullable().optional().meta({ description: 'Another role of the slots' }),
  characterId: Id.optional().meta({
    description: 'Another character of the same person. Needed for a place before the start when the answer names none',
  }),
  position: bodyInteger({ min: 1, max: 10_000, description: 'Place in the waitlist of the role' }).optional(),
  note: Note.optional(),
  reason: Why.optional(),
});
export type MoveParticipantInput = z.infer<typeof MoveParticipantInput>;

export const RecordAttendanceInput = z.strictObject({
  id: Id,
  entries: z
    .array(
      z
        .strictObject({
          participationId: Id.optional(),
          userId: Id.optional().meta({ description: 'For a member who came without having signed up' }),
          characterId: Id.optional(),
          attendance: Attendance.nullable().meta({
            description: 'Null takes it back, and whoever is there for it alone leaves the event',
          }),
        })
        .refine(({ participationId, userId }) => (participationId === undefined) !== (userId === undefined), {
          message: 'give either participationId or userId, not both or neither',
        }),
    )
    .min(1)
    .max(500),
  reason: Why.optional(),
});
export type RecordAttendanceInput = z.infer<typeof RecordAttendanceInput>;

export const AttendanceRecordedView = z
  .object({ event: EventView, recorded: z.int().meta({ description: 'How many were changed' }) })
  .meta({ id: 'AttendanceRecorded' });
export type AttendanceRecordedView = z.infer<typeof AttendanceRecordedView>;
