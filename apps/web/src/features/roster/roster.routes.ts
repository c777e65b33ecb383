import { createRoute, redirect } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { guildQuery, guildRoute } from '../../shell/routes.tsx';
import { oneOf, text } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CHANGES, PERIODS, wholeRoster } from './roster.queries.ts';
import { rosterWords } from './roster.words.ts';
import { type RosterSearch, rosterSearch } from './roster-search.ts';

/** The roster is the game's; a community without one has members. */
async function load(ref: string) {
  const [guild] = await Promise.all([queryClient.ensureQueryData(guildQuery(ref)), rosterWords.load()]);
  if (guild.source === 'standalone') throw redirect({ to: '/g/$guild/members', params: { guild: ref }, replace: true });
  return guild;
}

const rosterRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roster',
  validateSearch: (search: Record<string, unknown>): RosterSearch => rosterSearch(search),
  loader: async ({ params }) => {
    const guild = await load(params.guild);
    await Promise.all([
      queryClient.prefetchQuery(wholeRoster(guild, false)),
      queryClient.prefetchQuery(api.roster.syncActive.queryOptions({ id: guild.id })),
    ]);
  },
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
  loader: ({ params }) => load(params.guild).then(() => null),
  component: lazyPart(() => import('./history-page.tsx'), 'HistoryPage'),
});

const transfersRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roster/transfers',
  loader: ({ params }) => load(params.guild).then(() => null),
  component: lazyPart(() => import('./transfers-page.tsx'), 'TransfersPage'),
});

const compositionRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/composition',
  validateSearch: (search: Record<string, unknown>): { activeSince?: (typeof PERIODS)[number] | undefined } => ({
    activeSince: oneOf(search.activeSince, PERIODS),
  }),
  loader: ({ params }) => load(params.guild).then(() => null),
  component: lazyPart(() => import('./composition-page.tsx'), 'CompositionPage'),
});

export const rosterRoutes = [rosterRoute, historyRoute, transfersRoute, compositionRoute] as const;
