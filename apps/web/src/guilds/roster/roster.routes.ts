import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../routes/routes.ts';
import { oneOf, text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CHANGES, PLAYED_WITHIN } from './periods.ts';
import { type RosterSearch, rosterSearch } from './roster-search.ts';

const loaders = () => import('./load-roster.ts');

const rosterRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roster',
  validateSearch: (search: Record<string, unknown>): RosterSearch => rosterSearch(search),
  loader: async ({ params }) => (await loaders()).loadRoster(params.guild),
  // Filters change the address, but their data is already loaded.
  shouldReload: false,
  component: lazyPart(() => import('./roster-page.tsx'), 'RosterPage'),
});

const historyRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roster/history',
  validateSearch: (
    search: Record<string, unknown>,
  ): { kind?: (typeof CHANGES)[number] | undefined; member?: string | undefined } => ({
    kind: oneOf(search.kind, CHANGES),
    member: text(search.member),
  }),
  loader: async ({ params }) => (await loaders()).loadAboutRoster(params.guild),
  component: lazyPart(() => import('./history-page.tsx'), 'HistoryPage'),
});

const transfersRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roster/transfers',
  loader: async ({ params }) => (await loaders()).loadAboutRoster(params.guild),
  component: lazyPart(() => import('./transfers-page.tsx'), 'TransfersPage'),
});

const compositionRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/composition',
  validateSearch: (search: Record<string, unknown>): { activeSince?: (typeof PLAYED_WITHIN)[number] | undefined } => ({
    activeSince: oneOf(search.activeSince, PLAYED_WITHIN),
  }),
  loader: async ({ params }) => (await loaders()).loadAboutRoster(params.guild),
  component: lazyPart(() => import('./composition-page.tsx'), 'CompositionPage'),
});

export const rosterRoutes = [rosterRoute, historyRoute, transfersRoute, compositionRoute] as const;
