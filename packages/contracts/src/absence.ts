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

export const AddAbsenceInput = z
  .strictObject({
    from: LocalDate.meta({ description: 'First day away' }),
    to: LocalDate.meta({ description: 'Last day away; at most 366 days in all' }),
    organizationId: OrganizationRef.nullable().optional().meta({
      description: 'Away from this guild only. Null (default) means all guilds',
    }),
    timeZone: TimeZone.optional().meta({
      description: 'Time zone of these days. Default: the named guild’s, else the one in the profile',
    }),
    note: lineOfText(200)
      .min(1)
      .nullable()
      .optional()
      .meta({ description: 'Reason, visible to officers of the guild, or of every guild if the absence is from all' }),
  })
  .refine(inOrder, { message: 'must not be before from', path: ['to'] })
  .refine(({ from, to }) => daysIn(from, to) <= LONGEST_DAYS, { message: 'must be at most 366 days', path: ['to'] });
export type AddAbsenceInput = z.infer<typeof AddAbsenceInput>;

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
  .refine(inOrder, { message: 'must not be before from', path: ['to'] });
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
