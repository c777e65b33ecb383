import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { appRoute, guildRoute } from '../../routes/routes.ts';
import { flag, integer, oneOf, text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import {
  agendaQuery,
  type CalendarView,
  calendarQuery,
  eventLogQuery,
  eventQuery,
  participationsQuery,
  seriesEventsQuery,
} from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { dayOf, isDay } from '../signups/days.ts';
import { myAbsences, myCharacters } from '../signups/signups.queries.ts';
import { signupsWords } from '../signups/signups.words.ts';

const words = () => [eventsWords.load(), signupsWords.load()];

export type EventSearch = {
  attendance?: true | undefined;
  /** The events of the series that an officer's changes cover. */
  apply?: string | undefined;
};

export const eventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event',
  validateSearch: (search): EventSearch => ({ attendance: flag(search.attendance), apply: text(search.apply) }),
  loader: async ({ params }) => {
    // Sections below the slots may load later, and fail on their own.
    void queryClient.prefetchInfiniteQuery(eventLogQuery(params.event));
    const [event] = await Promise.all([
      queryClient.ensureQueryData(eventQuery(params.event)),
      queryClient.prefetchQuery(participationsQuery(params.event)),
      queryClient.prefetchQuery(myCharacters()),
      ...words(),
    ]);
    if (event.recurringSeriesId) void queryClient.prefetchQuery(seriesEventsQuery(event.id));
    return { guild: event.organizationId };
  },
  component: lazyPart(() => import('./event-page.tsx'), 'EventPage'),
});

export type AgendaSearch = {
  view?: CalendarView | undefined;
  /** A day of the week or month that is shown; on the phone the one that is chosen. */
  day?: string | undefined;
  when?: 'past' | undefined;
  unanswered?: true | undefined;
  page?: number | undefined;
};

export const agendaRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/events',
  validateSearch: (search): AgendaSearch => ({
    view: oneOf(search.view, ['week', 'month']),
    day: isDay(text(search.day)) ? text(search.day) : undefined,
    when: oneOf(search.when, ['past']),
    unanswered: flag(search.unanswered),
    page: integer(search.page),
  }),
  loaderDeps: ({ search: { view, day, when, page } }) => ({ view, day, when, page }),
  // Keeps the current content on screen until the next week or page has loaded.
  loader: async ({ params: { guild }, deps: { view, day, when, page }, context: { viewer } }) => {
    void queryClient.prefetchQuery(myCharacters());
    if (view) {
      const shown = day ?? dayOf(new Date(serviceTime()), viewer.timeZone);
      void queryClient.prefetchQuery(calendarQuery(guild, view, shown, viewer.timeZone));
      void queryClient.prefetchQuery(myAbsences());
    } else void queryClient.prefetchQuery(agendaQuery(guild, when ?? 'upcoming', page ?? 1));
    await Promise.all(words());
  },
  component: lazyPart(() => import('./agenda-page.tsx'), 'AgendaPage'),
});

export const eventRoutes = [eventRoute] as const;
export const guildEventRoutes = [agendaRoute] as const;
