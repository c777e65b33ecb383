import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';
import { appRoute, guildRoute } from '../../shell/routes.tsx';
import { flag, integer, oneOf } from '../../shell/search-params.ts';
import { myCharacters } from '../signup/signup.queries.ts';
import { signupWords } from '../signup/signup.words.ts';
import { agendaQuery, eventLogQuery, eventQuery, participationsQuery } from './events.queries.ts';
import { eventsWords } from './events.words.ts';

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

export const eventRoutes = [eventRoute] as const;
export const guildEventRoutes = [agendaRoute] as const;
