import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, guildRoute } from '../../shell/routes.tsx';
import type { CompareSearch } from './compare-search.ts';

const reputations = () => import('./reputations-page.tsx');
const validateSearch = (search: Record<string, unknown>): CompareSearch => search;
const inGuild = { getParentRoute: () => guildRoute, validateSearch };

const guildReputationsRoute = createRoute({
  ...inGuild,
  path: '/reputations',
  component: lazyRouteComponent(reputations, 'GuildReputationsPage'),
});

const encountersRoute = createRoute({
  ...inGuild,
  path: '/encounters',
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
  component: lazyRouteComponent(reputations, 'MyReputationsPage'),
});

export const guildComparisonRoutes = [guildReputationsRoute, encountersRoute, gearRoute, vaultRoute] as const;
export const comparisonRoutes = [myReputationsRoute] as const;
