import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { appRoute, guildRoute } from '../../shell/routes.tsx';
import type { CompareSearch } from './compare-search.ts';

const reputations = () => import('./reputations-page.tsx');
const validateSearch = (search: Record<string, unknown>): CompareSearch => search;
/** Loads in parallel with the guild, so that the matrix is the second request and not the third. */
const expansions = () => queryClient.prefetchQuery(api.gameData.expansions.queryOptions({ locale: gameLocale() }));
const inGuild = { getParentRoute: () => guildRoute, validateSearch };

const guildReputationsRoute = createRoute({
  ...inGuild,
  path: '/reputations',
  loader: expansions,
  shouldReload: false,
  component: lazyRouteComponent(reputations, 'GuildReputationsPage'),
});

const encountersRoute = createRoute({
  ...inGuild,
  path: '/encounters',
  loader: expansions,
  shouldReload: false,
  component: lazyRouteComponent(() => import('./encounters-page.tsx'), 'EncountersPage'),
});

const gearRoute = createRoute({
  ...inGuild,
  path: '/gear',
  component: lazyRouteComponent(() => import('./gear-page.tsx'), 'GearPage'),
});

/** Old addresses that people may have bookmarked. */
const formerGearRoutes = (['/audit-of-gear', '/vault'] as const).map((path) =>
  createRoute({
    ...inGuild,
    path,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: '/g/$guild/gear', params, search, replace: true });
    },
  }),
);

const myReputationsRoute = createRoute({
  getParentRoute: () => appRoute,
  validateSearch,
  path: '/reputations',
  loader: expansions,
  shouldReload: false,
  component: lazyRouteComponent(reputations, 'MyReputationsPage'),
});

export const guildComparisonRoutes = [guildReputationsRoute, encountersRoute, gearRoute, ...formerGearRoutes] as const;
export const comparisonRoutes = [myReputationsRoute] as const;
