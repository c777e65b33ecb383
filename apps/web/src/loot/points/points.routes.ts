import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PointsSearch } from './points-search.ts';

const page = loadOnce(() => import('./points-page.tsx'));

const pointsRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/loot/points',
  validateSearch: (search: Record<string, unknown>): PointsSearch => search,
  loader: ({ params, location }) => page().then(({ loadPoints }) => loadPoints(params.guild, location.search)),
  shouldReload: false,
  component: lazyPart(page, 'PointsPage'),
});

export const pointRoutes = [pointsRoute] as const;
