/** Taking part in an event: signing up, moving participants, recording attendance. */
import { z } from 'zod';
import { Attendance, EventRole, EventView, ParticipationStatus, SignUpAnswer, Why } from './event.ts';
import { NamedRef } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { bodyInteger, Id, InLocale, Instant, lineOfText, PersonRef } from './primitives.ts';

const Note = lineOfText(200)
  .nullable()
  .meta({ description: 'Visible to everybody who sees the event; null removes it' });

const Roles = z
  .array(EventRole)
  .min(1)
  .max(EventRole.options.length)
  .refine((roles) => new Set(roles).size === roles.length, 'must name each role once')
  .meta({
    description:
      'Instead of roleKey: all roles the person would play, preferred first. They get the first with a free slot; otherwise they wait for all of them and get the first slot that opens up',
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
      .meta({ description: 'One of the event’s roles; signing up needs this or roles if the event has slots' }),
    roles: Roles.optional(),
    status: SignUpAnswer.default('signed_up').meta({
      description: 'Signing up for a full role leads to its waitlist; tentative takes no slot',
    }),
    note: Note.optional(),
    lateMinutes: bodyInteger({ min: 0, max: 240, description: 'How late they expect to be', example: 30 })
      .nullable()
      .optional(),
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
    user: PersonRef,
    character: z
      .object({
        id: z.string(),
        name: z.string(),
        class: NamedRef,
        color: z.string().nullable().meta({ description: 'Of the class, as the game shows it' }),
        activeSpec: NamedRef.nullable(),
        level: z.int(),
        itemLevel: z.int().nullable(),
        avatarUrl: z.string().nullable(),
      })
      .nullable(),
    roleKey: EventRole.nullable().meta({ description: 'The role they have, or prefer' }),
    roles: z.array(EventRole).meta({ description: 'All roles they would play, preferred first' }),
    unusualRole: z.boolean().meta({
      description: 'Whether the character’s class cannot play the role, which is possible if the event allows any role',
    }),
    status: ParticipationStatus,
    statusSince: Instant,
    position: z
      .int()
      .nullable()
      .meta({ description: 'Waitlist position, from 1; the lowest if waitlisted for several roles' }),
    note: z.string().nullable(),
    lateMinutes: z.int().nullable().meta({ description: 'How late they expect to be; null means on time' }),
    attendance: Attendance.nullable().meta({
      description: 'Recorded attendance; other people’s is visible only to people who may edit the event',
    }),
    away: z.boolean().nullable().meta({
      description:
        'Whether the person has an absence on that day, and so gets no slot from a waitlist and no reminders. Null if the caller may not know',
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
          color: '#c69b6d',
          activeSpec: { id: 73, name: 'Protection' },
          level: 80,
          itemLevel: 642,
          avatarUrl: null,
        },
        roleKey: 'tank',
        roles: ['tank'],
        unusualRole: false,
        status: 'signed_up',
        statusSince: '2026-11-20T20:00:00.000Z',
        position: null,
        note: null,
        lateMinutes: null,
        attendance: null,
        away: false,
      },
    ],
  });
export type ParticipationView = z.infer<typeof ParticipationView>;

export const WithdrawnView = z
  .object({
    participation: ParticipationView.nullable().meta({
      description:
        'Null: the caller has no answer any more. After the deadline, or if an officer removed them, `declined` stays on record',
    }),
  })
  .meta({ id: 'Withdrawn', examples: [{ participation: null }] });
export type WithdrawnView = z.infer<typeof WithdrawnView>;

export const ParticipationListInput = z.object({
  id: Id,
  status: ParticipationStatus.meta({ description: 'Only participants with this status' }).optional(),
  roleKey: EventRole.meta({ description: 'Only participants with this role' }).optional(),
  ...InLocale,
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
      description: 'Character to bring. Default: their main, else their highest-level character that can play the role',
    }),
    roleKey: EventRole.optional().meta({ description: 'One of the event’s roles; required if the event has slots' }),
    roles: Roles.optional(),
    status: z
      .enum(['signed_up', 'waitlist', 'tentative'])
      .default('signed_up')
      .meta({ description: '`signed_up` needs a free slot in one of the roles' }),
    note: Note.optional(),
    reason: Why.optional(),
  })
  .refine(onlyOneRole, ONE_ROLE);
export type AddParticipantInput = z.infer<typeof AddParticipantInput>;

export const MoveParticipantInput = z.strictObject({
  id: Id,
  participationId: Id,
  status: ParticipationStatus.optional().meta({
    description: '`declined` removes the person; `signed_up` needs a free slot in the role',
  }),
  roleKey: EventRole.nullable().optional().meta({ description: 'Another role of the slots' }),
  characterId: Id.optional().meta({
    description: 'Another character of the same person. Required for a slot before the start if the answer names none',
  }),
  position: bodyInteger({ min: 1, max: 10_000, description: 'Position in the waitlist of the role' }).optional(),
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
          userId: Id.optional().meta({ description: 'For a walk-in: a member who came without signing up' }),
          characterId: Id.optional(),
          attendance: Attendance.nullable().meta({
            description: 'Null removes the record; a walk-in is then removed from the event',
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
  .object({ event: EventView, recorded: z.int().meta({ description: 'Number of changed records' }) })
  .meta({ id: 'AttendanceRecorded' });
export type AttendanceRecordedView = z.infer<typeof AttendanceRecordedView>;
