/** Taking part in an event: signing up, moving participants, recording attendance. */
import { z } from 'zod';
import { ErrorReason } from './errors.ts';
import { Attendance, EventRole, EventView, ParticipationStatus, SeriesPart, SignUpAnswer, Why } from './event.ts';
import { NamedRef } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { bodyInteger, Id, InLocale, Instant, lineOfText, PersonRef } from './primitives.ts';
import { ParticipatingRaider, RaiderName } from './raider.ts';

const Note = lineOfText(200).nullable().meta({ description: 'Visible to all who see the event; null removes it' });

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

const signUpFields = {
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
};

/** Lateness and note of an answer, as a form on the chat platform sends them. */
export const AnswerDetails = z.object({ note: signUpFields.note, lateMinutes: signUpFields.lateMinutes });
export type AnswerDetails = z.infer<typeof AnswerDetails>;

const namesCharacter = ({ characterId, status }: { characterId?: string | null | undefined; status: string }) =>
  status === 'declined' || (characterId ?? null) !== null;
const CHARACTER_NEEDED = { message: 'is needed', path: ['characterId'] };

export const SignUpInput = z
  .strictObject(signUpFields)
  .refine(namesCharacter, CHARACTER_NEEDED)
  .refine(onlyOneRole, ONE_ROLE);
export type SignUpInput = z.infer<typeof SignUpInput>;

const ParticipantCharacter = z
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
  .meta({ id: 'ParticipantCharacter' });
export type ParticipantCharacter = z.infer<typeof ParticipantCharacter>;

export const ParticipationView = z
  .object({
    id: z.string(),
    eventId: z.string(),
    user: PersonRef.nullable().meta({ description: 'Null for a raider without an account' }),
    raider: ParticipatingRaider,
    character: ParticipantCharacter.nullable(),
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
        raider: {
          id: '0199d3a0-0000-7000-8000-000000000004',
          name: 'Ysolde',
          kind: 'member',
          hasAccount: true,
          notProven: false,
          character: null,
        },
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

/** How a reminder to answer reaches a member. */
export const Reach = z.enum(['message', 'mail', 'inbox']).meta({ id: 'Reach' });

export const UnansweredInput = z.object({ id: Id, ...InLocale, ...pageInput });
export type UnansweredInput = z.infer<typeof UnansweredInput>;

const reminders = {
  remindedAt: Instant.nullable().meta({ description: 'When members were last reminded to answer' }),
  remindableAt: Instant.nullable().meta({
    description: 'Until then, no further reminder; null if one is possible now',
  }),
};

export const UnansweredView = z
  .object({
    members: z.array(
      z
        .object({
          user: PersonRef.nullable().meta({ description: 'Null for a raider of the team without an account' }),
          raider: ParticipatingRaider.nullable().meta({
            description: 'A raider of the team without an account, with their main. No reminder reaches them',
          }),
          character: ParticipantCharacter.nullable().meta({ description: 'Their main, else their best in the guild' }),
          usualRole: EventRole.nullable().meta({ description: 'Of their latest place in an event of this guild' }),
          away: z.boolean().meta({ description: 'They have an absence on that day. No reminder reaches them' }),
          reach: Reach.nullable().meta({
            description: 'How a reminder reaches them; null if they muted reminders everywhere',
          }),
        })
        .meta({ id: 'UnansweredMember' }),
    ),
    reachable: z.int().meta({ description: 'How many members a reminder would reach' }),
    ...reminders,
    pagination: Pagination,
  })
  .meta({ id: 'Unanswered' });
export type UnansweredView = z.infer<typeof UnansweredView>;

export const RemindedView = z
  .object({ reminded: z.int().meta({ description: 'How many members the reminder reaches' }), ...reminders })
  .meta({
    id: 'Reminded',
    examples: [{ reminded: 9, remindedAt: '2026-11-24T18:00:00.000Z', remindableAt: '2026-11-25T00:00:00.000Z' }],
  });
export type RemindedView = z.infer<typeof RemindedView>;

export const AnswerSeriesInput = z
  .strictObject({
    ...signUpFields,
    apply: SeriesPart.extract(['following', 'upcoming'])
      .default('upcoming')
      .meta({ description: 'The named event and those after it, or all that have not begun' }),
    replace: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether it also replaces answers that the caller has given to some of the events' }),
  })
  .refine(namesCharacter, CHARACTER_NEEDED)
  .refine(onlyOneRole, ONE_ROLE);
export type AnswerSeriesInput = z.infer<typeof AnswerSeriesInput>;

export const SeriesAnsweredView = z
  .object({
    answered: z.array(ParticipationView.extend({ startsAt: Instant }).meta({ id: 'SeriesAnswer' })),
    skipped: z
      .array(
        z.object({
          eventId: z.string(),
          startsAt: Instant,
          why: z.union([z.enum(['answered', 'away']), ErrorReason]).meta({
            description: 'The caller has answered or has an absence on that day; otherwise the reason of the refusal',
          }),
        }),
      )
      .meta({ description: 'Events whose answer stays as it was' }),
  })
  .meta({ id: 'SeriesAnswered' });
export type SeriesAnsweredView = z.infer<typeof SeriesAnsweredView>;

export const AddParticipantInput = z
  .strictObject({
    id: Id,
    userId: Id.optional().meta({ description: 'A member who has not answered yet' }),
    raiderId: Id.optional().meta({
      description: 'Instead: a raider who has not answered yet, with or without an account',
    }),
    guest: RaiderName.optional().meta({
      description:
        'Instead: the name of a guest, who becomes a new raider unless exactly one raider without an account has this name',
    }),
    characterId: Id.optional().meta({
      description: 'Character to bring. Default: their main, else their highest-level character that can play the role',
    }),
    raiderCharacterId: Id.optional().meta({ description: 'For a raider without an account. Default: their main' }),
    roleKey: EventRole.optional().meta({ description: 'One of the event’s roles; required if the event has slots' }),
    roles: Roles.optional(),
    status: z
      .enum(['signed_up', 'waitlist', 'tentative'])
      .default('signed_up')
      .meta({ description: '`signed_up` needs a free slot in one of the roles' }),
    note: Note.optional(),
    reason: Why.optional(),
  })
  .refine(onlyOneRole, ONE_ROLE)
  .refine(({ userId, raiderId, guest }) => [userId, raiderId, guest].filter((one) => one !== undefined).length === 1, {
    message: 'give one of userId, raiderId and guest',
    path: ['userId'],
  });
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
  raiderCharacterId: Id.optional().meta({ description: 'Another character of a raider without an account' }),
  position: bodyInteger({ min: 1, max: 10_000, description: 'Position in the waitlist of the role' }).optional(),
  note: Note.optional(),
  reason: Why.optional(),
});
export type MoveParticipantInput = z.infer<typeof MoveParticipantInput>;

export const SwapParticipantsInput = z
  .strictObject({
    id: Id,
    outId: Id.meta({ description: 'The participation that gives up its place' }),
    inId: Id.meta({ description: 'The participation that gets this place' }),
    reason: Why.optional(),
  })
  .refine(({ outId, inId }) => outId !== inId, { message: 'must differ from outId', path: ['inId'] });
export type SwapParticipantsInput = z.infer<typeof SwapParticipantsInput>;

export const ParticipantsSwappedView = z
  .object({
    out: ParticipationView.meta({ description: 'In the other’s place, or on the waitlist' }),
    in: ParticipationView,
  })
  .meta({ id: 'ParticipantsSwapped' });
export type ParticipantsSwappedView = z.infer<typeof ParticipantsSwappedView>;

const AttendanceEntry = z
  .strictObject({
    participationId: Id.optional(),
    userId: Id.optional().meta({ description: 'For a walk-in: a member who came without signing up' }),
    raiderId: Id.optional().meta({ description: 'For a walk-in: any raider of the organization' }),
    rosterEntryId: Id.optional().meta({
      description: 'For a walk-in: a character of the roster, who becomes a raider',
    }),
    characterId: Id.optional(),
    attendance: Attendance.nullable().meta({
      description: 'Null removes the record; a walk-in is then removed from the event',
    }),
  })
  .refine(
    ({ participationId, userId, raiderId, rosterEntryId }) =>
      [participationId, userId, raiderId, rosterEntryId].filter((one) => one !== undefined).length === 1,
    { message: 'give either participationId, userId, raiderId or rosterEntryId' },
  );

export const RecordAttendanceInput = z
  .strictObject({
    id: Id,
    entries: z.array(AttendanceEntry).min(1).max(500).optional(),
    confirm: z.literal('proposed').optional().meta({
      description:
        'Instead of entries: records what the log proposes for those of whom nothing is recorded. Needs canManageEvents, or to lead the team of the event',
    }),
    reason: Why.optional(),
  })
  .refine(({ entries, confirm }) => (entries === undefined) !== (confirm === undefined), {
    message: 'give either entries or confirm',
    path: ['entries'],
  });
export type RecordAttendanceInput = z.infer<typeof RecordAttendanceInput>;

export const AttendanceRecordedView = z
  .object({ event: EventView, recorded: z.int().meta({ description: 'Number of changed records' }) })
  .meta({ id: 'AttendanceRecorded' });
export type AttendanceRecordedView = z.infer<typeof AttendanceRecordedView>;
