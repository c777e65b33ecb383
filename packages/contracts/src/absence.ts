/** Days on which people are away. */
import { z } from 'zod';
import { LocalDate } from './local-time.ts';
import { Pagination, pageInput } from './page.ts';
import { Id, Instant, lineOfText, OrganizationRef, PersonRef } from './primitives.ts';
import { TimeZone } from './profile.ts';

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 366;

const inOrder = ({ from = '', to = '' }: { from?: string | undefined; to?: string | undefined }) =>
  from === '' || to === '' || from <= to;
const daysIn = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const days = {
  from: LocalDate.meta({ description: 'First day away' }),
  to: LocalDate.meta({ description: 'Last day away; at most 366 days in all' }),
};
const note = lineOfText(200).min(1).nullable().optional();
const NOT_BEFORE = { message: 'must not be before from', path: ['to'] };
const isShort = ({ from, to }: { from: string; to: string }) => daysIn(from, to) <= LONGEST_DAYS;
const TOO_LONG = { message: 'must be at most 366 days', path: ['to'] };

export const AddAbsenceInput = z
  .strictObject({
    ...days,
    organizationId: OrganizationRef.nullable().optional().meta({
      description: 'Away from this guild only. Null (default) means all guilds',
    }),
    timeZone: TimeZone.optional().meta({
      description: 'Time zone of these days. Default: the named guild’s, else the one in the profile',
    }),
    note: note.meta({
      description: 'Reason, visible to officers of the guild, or of every guild if the absence is from all',
    }),
  })
  .refine(inOrder, NOT_BEFORE)
  .refine(isShort, TOO_LONG);
export type AddAbsenceInput = z.infer<typeof AddAbsenceInput>;

export const AddMemberAbsenceInput = z
  .strictObject({
    id: OrganizationRef,
    userId: Id,
    ...days,
    timeZone: TimeZone.optional().meta({ description: 'Time zone of these days. Default: that of the guild' }),
    note: note.meta({ description: 'Reason, visible to the member and to officers of the guild' }),
  })
  .refine(inOrder, NOT_BEFORE)
  .refine(isShort, TOO_LONG);
export type AddMemberAbsenceInput = z.infer<typeof AddMemberAbsenceInput>;

export const RemoveMemberAbsenceInput = z.object({ id: OrganizationRef, userId: Id, absenceId: Id });
export type RemoveMemberAbsenceInput = z.infer<typeof RemoveMemberAbsenceInput>;

export const AbsenceView = z
  .object({
    id: z.string(),
    from: z.string().meta({ format: 'date' }),
    to: z.string().meta({ format: 'date', description: 'The last day' }),
    timeZone: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    organizationId: z.string().nullable().meta({ description: 'Null means all guilds' }),
    note: z.string().nullable(),
    enteredByOfficer: z.boolean().meta({ description: 'Whether an officer of the guild entered it for the member' }),
    createdAt: Instant,
  })
  .meta({
    id: 'Absence',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        from: '2026-12-21',
        to: '2027-01-03',
        timeZone: 'Europe/Berlin',
        startsAt: '2026-12-20T23:00:00.000Z',
        endsAt: '2027-01-03T23:00:00.000Z',
        organizationId: null,
        note: 'With the family',
        enteredByOfficer: false,
        createdAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type AbsenceView = z.infer<typeof AbsenceView>;

export const AbsenceAddedView = AbsenceView.extend({
  declinedEvents: z.array(z.string()).meta({
    description: 'Ids of the events the person had signed up for, was waitlisted for or had answered tentatively',
  }),
}).meta({ id: 'AbsenceAdded' });
export type AbsenceAddedView = z.infer<typeof AbsenceAddedView>;

export const AbsenceListView = z.array(AbsenceView).meta({ description: 'Lists all absences, latest first.' });

export const RemoveAbsenceInput = z.object({ id: Id });

export const GuildAbsencesInput = z
  .object({
    id: OrganizationRef,
    from: LocalDate.meta({ description: 'First day, in the time zone of the guild. Default: today' }).optional(),
    to: LocalDate.meta({ description: 'Last day. Default: no end' }).optional(),
    ...pageInput,
  })
  .refine(inOrder, NOT_BEFORE);
export type GuildAbsencesInput = z.infer<typeof GuildAbsencesInput>;

export const GuildAbsencesView = z
  .object({
    absences: z.array(
      AbsenceView.omit({ organizationId: true }).extend({
        user: PersonRef,
      }),
    ),
    pagination: Pagination,
  })
  .meta({ id: 'GuildAbsences' });
export type GuildAbsencesView = z.infer<typeof GuildAbsencesView>;
