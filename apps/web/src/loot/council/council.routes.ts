import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { CouncilSearch } from './council-search.ts';

const upgrades = loadOnce(() => import('./upgrades-page.tsx'));

const upgradesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/loot/upgrades',
  validateSearch: (search: Record<string, unknown>): CouncilSearch => search,
  loader: ({ params, location }) => upgrades().then(({ loadUpgrades }) => loadUpgrades(params.guild, location.search)),
  shouldReload: false,
  component: lazyPart(upgrades, 'UpgradesPage'),
});

export const councilRoutes = [upgradesRoute] as const;
