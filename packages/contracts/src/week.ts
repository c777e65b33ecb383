import { z } from 'zod';
import { AbsenceListView } from './absence.ts';
import { HolidayView, MyEventView } from './event.ts';
import { LocalDate } from './local-time.ts';
import { OrganizationSummary } from './organization.ts';
import { PostView } from './post.ts';
import { TimeZone } from './profile.ts';

const MOST_DAYS = 31;
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

export const WeekInput = z
  .object({
    startDate: LocalDate.meta({ description: 'The first day' }),
    endDate: LocalDate.meta({ description: `The last day, at most ${MOST_DAYS} days later` }),
    timeZone: TimeZone.meta({
      description: "Time zone of these days. Default: that of the caller's profile",
    }).optional(),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    message: 'must not be before startDate',
    path: ['endDate'],
  })
  .refine(({ startDate, endDate }) => days(startDate, endDate) <= MOST_DAYS, {
    message: `must be at most ${MOST_DAYS} days after startDate`,
    path: ['endDate'],
  });
export type WeekInput = z.infer<typeof WeekInput>;

const UnansweredEvent = MyEventView.extend({
  inSeries: z.int().meta({
    description:
      'Events of its series among the next 100 events that wait for an answer, itself included; 1 for a single event',
  }),
}).meta({ id: 'UnansweredEvent' });

export const WeekView = z
  .object({
    organizations: z.array(OrganizationSummary).meta({ description: 'Organizations of the caller' }),
    events: z.array(MyEventView).meta({ description: 'Events of these days, with the answers of the caller' }),
    holidays: z.array(HolidayView),
    absences: AbsenceListView,
    unanswered: z.array(UnansweredEvent).meta({
      description:
        'The next events for which sign-ups are open and the caller has not answered, at most 30; of a series, the next one',
    }),
    next: MyEventView.nullable().meta({ description: 'The next event, whether it is on these days or later' }),
    transfers: z
      .array(z.object({ organizationId: z.string(), count: z.int() }))
      .meta({ description: 'Transfers for the caller to decide, by guild' }),
    news: z
      .array(PostView)
      .meta({ description: 'The first three posts of each of the first six organizations, newest first' }),
  })
  .meta({ id: 'Week' });
export type WeekView = z.infer<typeof WeekView>;
