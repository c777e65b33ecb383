import { createRoute, redirect } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { loadOnce } from '../../api/load-once.ts';
import { gameLocale } from '../../i18n/language.ts';
import { appRoute, guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { CompareSearch } from './compare-search.ts';

const reputations = loadOnce(() => import('./reputations-page.tsx'));
const gear = loadOnce(() => import('./gear-page.tsx'));
const validateSearch = (search: Record<string, unknown>): CompareSearch => search;
/** Loads in parallel with the guild, so that the matrix is the second request and not the third. */
const expansions = () => queryClient.prefetchQuery(api.gameData.expansions.queryOptions({ locale: gameLocale() }));
const inGuild = { getParentRoute: () => guildRoute, validateSearch };

const guildReputationsRoute = createRoute({
  ...inGuild,
  path: '/reputations',
  loader: expansions,
  shouldReload: false,
  component: lazyPart(reputations, 'GuildReputationsPage'),
});

const encountersRoute = createRoute({
  ...inGuild,
  path: '/encounters',
  loader: expansions,
  shouldReload: false,
  component: lazyPart(() => import('./encounters-page.tsx'), 'EncountersPage'),
});

const gearRoute = createRoute({
  ...inGuild,
  path: '/gear',
  loader: () => gear().then(({ load }) => load()),
  component: lazyPart(gear, 'GearPage'),
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
  component: lazyPart(reputations, 'MyReputationsPage'),
});

export const guildComparisonRoutes = [guildReputationsRoute, encountersRoute, gearRoute, ...formerGearRoutes] as const;
export const comparisonRoutes = [myReputationsRoute] as const;
