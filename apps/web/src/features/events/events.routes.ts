import { createRoute } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { appRoute, guildRoute } from '../../shell/routes.tsx';
import { flag, integer, oneOf, text } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { dayOf, isDay } from '../signup/days.ts';
import { myAbsences, myCharacters } from '../signup/signup.queries.ts';
import { signupWords } from '../signup/signup.words.ts';
import {
  agendaQuery,
  type CalendarView,
  calendarQuery,
  eventLogQuery,
  eventQuery,
  participationsQuery,
} from './events.queries.ts';
import { eventsWords } from './events.words.ts';
import { formWords } from './form/form.words.ts';

const words = () => [eventsWords.load(), signupWords.load()];

export type EventSearch = { attendance?: true | undefined };

export const eventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event',
  validateSearch: (search): EventSearch => ({ attendance: flag(search.attendance) }),
  loader: async ({ params }) => {
    // Sections below the slots may load later, and fail on their own.
    void queryClient.prefetchInfiniteQuery(eventLogQuery(params.event));
    const [event] = await Promise.all([
      queryClient.ensureQueryData(eventQuery(params.event)),
      queryClient.prefetchQuery(participationsQuery(params.event)),
      queryClient.prefetchQuery(myCharacters()),
      ...words(),
    ]);
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
      const shown = day ?? dayOf(new Date(), viewer.timeZone);
      void queryClient.prefetchQuery(calendarQuery(guild, view, shown, viewer.timeZone));
      void queryClient.prefetchQuery(myAbsences());
    } else void queryClient.prefetchQuery(agendaQuery(guild, when ?? 'upcoming', page ?? 1));
    await Promise.all(words());
  },
  component: lazyPart(() => import('./agenda-page.tsx'), 'AgendaPage'),
});

const instances = () => queryClient.prefetchQuery(api.gameData.instances.queryOptions({ locale: gameLocale() }));

const newEventRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/events/new',
  validateSearch: (search): { from?: string | undefined } => ({ from: text(search.from) }),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: ({ params, deps: { from } }) =>
    Promise.all([
      instances(),
      queryClient.prefetchQuery(agendaQuery(params.guild, 'past', 1)),
      // If the event cannot be read, the form opens without a copy.
      from && queryClient.prefetchQuery(eventQuery(from)),
      eventsWords.load(),
      formWords.load(),
    ]),
  component: lazyPart(() => import('./form/event-form-page.tsx'), 'NewEventPage'),
});

const editEventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event/edit',
  loader: async ({ params }) => {
    const [event] = await Promise.all([
      queryClient.ensureQueryData(eventQuery(params.event)),
      instances(),
      eventsWords.load(),
      formWords.load(),
    ]);
    return { guild: event.organizationId };
  },
  component: lazyPart(() => import('./form/event-form-page.tsx'), 'EditEventPage'),
});

export const eventRoutes = [eventRoute, editEventRoute] as const;
export const guildEventRoutes = [agendaRoute, newEventRoute] as const;
