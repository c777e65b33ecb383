import type { EventTime, EventView } from '@guildhall/contracts/event.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { addDays, mondayOf, weeksOfMonth } from '../signups/days.ts';

export const eventQuery = (id: string) => api.events.get.queryOptions({ id });

export const seriesEventsQuery = (id: string) => api.events.series.queryOptions({ id });

/** The service's maximum page size; an event rarely has more answers. */
export const participationsQuery = (id: string) =>
  api.participations.list.queryOptions({ id, locale: gameLocale(), pageSize: 200 });

export const agendaQuery = (guild: string, when: EventTime, page: number) =>
  api.events.list.queryOptions({ id: guild, when, page, pageSize: 50 });

/** The most that a view of the calendar shows; more are counted. */
const CALENDAR_PAGE = 200;

export type CalendarView = 'week' | 'month';

/** The days that a view shows for the week or month of this day. */
export function rangeOf(view: CalendarView, day: string): { startDate: string; endDate: string } {
  const weeks = view === 'week' ? [mondayOf(day)] : weeksOfMonth(day);
  return { startDate: weeks[0] ?? day, endDate: addDays(weeks.at(-1) ?? day, 6) };
}

export const calendarQuery = (guild: string, view: CalendarView, day: string, timeZone: string) =>
  api.events.list.queryOptions({ id: guild, ...rangeOf(view, day), timeZone, pageSize: CALENDAR_PAGE });

/** The upcoming events of a guild, reduced to one series. */
export const seriesQuery = ({ organizationId, recurringSeriesId }: EventView) => ({
  ...api.events.list.queryOptions({ id: organizationId, when: 'upcoming', pageSize: CALENDAR_PAGE }),
  select: ({ events }: { events: EventView[] }) =>
    events.filter((event) => event.recurringSeriesId === recurringSeriesId),
});

const LOG_PAGE = 10;
export const eventLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...api.events.pathKey(), 'log', id],
    queryFn: ({ pageParam }) => client.events.log.query({ id, page: pageParam, pageSize: LOG_PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
  });

export async function refreshEvents(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.events.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.week.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.participations.pathKey() }),
  ]);
}
