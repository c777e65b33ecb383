import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { appRoute, guildRoute } from '../../shell/routes.tsx';
import type { CompareSearch } from './compare-search.ts';

const reputations = () => import('./reputations-page.tsx');
const validateSearch = (search: Record<string, unknown>): CompareSearch => search;
/** Beside the guild itself, so that the matrix is the second request and not the third. */
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
  path: '/audit-of-gear',
  component: lazyRouteComponent(() => import('./gear-page.tsx'), 'GearPage'),
});

const vaultRoute = createRoute({
  ...inGuild,
  path: '/vault',
  component: lazyRouteComponent(() => import('./vault-page.tsx'), 'VaultPage'),
});

const myReputationsRoute = createRoute({
  getParentRoute: () => appRoute,
  validateSearch,
  path: '/reputations',
  loader: expansions,
  shouldReload: false,
  component: lazyRouteComponent(reputations, 'MyReputationsPage'),
});

export const guildComparisonRoutes = [guildReputationsRoute, encountersRoute, gearRoute, vaultRoute] as const;
export const comparisonRoutes = [myReputationsRoute] as const;
