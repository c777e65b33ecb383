import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { AwardsSearch } from './awards-search.ts';

const page = loadOnce(() => import('./awards-page.tsx'));

const lootRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/loot',
  validateSearch: (search: Record<string, unknown>): AwardsSearch => search,
  loader: ({ params, location }) => page().then(({ loadAwards }) => loadAwards(params.guild, location.search)),
  shouldReload: false,
  component: lazyPart(page, 'AwardsPage'),
});

export const lootRoutes = [lootRoute] as const;
