import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { appRoute, guildRoute } from '../../shell/routes.tsx';
import { flag, integer, oneOf } from '../../shell/search-params.ts';
import { myCharacters } from '../signup/signup.queries.ts';
import { signupWords } from '../signup/signup.words.ts';
import { agendaQuery, eventLogQuery, eventQuery, participationsQuery } from './events.queries.ts';
import { eventsWords } from './events.words.ts';
import { formWords } from './form/form.words.ts';

const words = () => [eventsWords.load(), signupWords.load()];

export type EventSearch = { attendance?: true | undefined };

export const eventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event',
  validateSearch: (search): EventSearch => ({ attendance: flag(search.attendance) }),
  loader: async ({ params }) => {
    // What is below the places may come later, and fail by itself.
    void queryClient.prefetchInfiniteQuery(eventLogQuery(params.event));
    await Promise.all([
      queryClient.ensureQueryData(eventQuery(params.event)),
      queryClient.prefetchQuery(participationsQuery(params.event)),
      queryClient.prefetchQuery(myCharacters()),
      ...words(),
    ]);
  },
  component: lazyRouteComponent(() => import('./event-page.tsx'), 'EventPage'),
});

export type AgendaSearch = { when?: 'past' | undefined; unanswered?: true | undefined; page?: number | undefined };

export const agendaRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/events',
  validateSearch: (search): AgendaSearch => ({
    when: oneOf(search.when, ['past']),
    unanswered: flag(search.unanswered),
    page: integer(search.page),
  }),
  loaderDeps: ({ search }) => ({ when: search.when ?? ('upcoming' as const), page: search.page ?? 1 }),
  loader: ({ params, deps }) =>
    Promise.all([
      queryClient.prefetchQuery(agendaQuery(params.guild, deps.when, deps.page)),
      queryClient.prefetchQuery(myCharacters()),
      ...words(),
    ]),
  component: lazyRouteComponent(() => import('./agenda-page.tsx'), 'AgendaPage'),
});

const instances = () => queryClient.prefetchQuery(api.gameData.instances.queryOptions({ locale: gameLocale() }));

const newEventRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/events/new',
  loader: () => Promise.all([instances(), eventsWords.load(), formWords.load()]),
  component: lazyRouteComponent(() => import('./form/event-form-page.tsx'), 'NewEventPage'),
});

const editEventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event/edit',
  loader: ({ params }) =>
    Promise.all([
      queryClient.ensureQueryData(eventQuery(params.event)),
      instances(),
      eventsWords.load(),
      formWords.load(),
    ]),
  component: lazyRouteComponent(() => import('./form/event-form-page.tsx'), 'EditEventPage'),
});

export const eventRoutes = [eventRoute, editEventRoute] as const;
export const guildEventRoutes = [agendaRoute, newEventRoute] as const;
