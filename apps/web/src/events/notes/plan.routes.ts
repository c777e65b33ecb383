import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { appRoute } from '../../routes/routes.ts';
import { text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PlanSearch } from './plan-search.ts';

const page = loadOnce(() => import('./plan-page.tsx'));

const planRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event/plan',
  validateSearch: (search): PlanSearch => ({ boss: text(search.boss) }),
  loader: ({ params, location }) => page().then(({ loadPlan }) => loadPlan(params.event, location.search)),
  shouldReload: false,
  component: lazyPart(page, 'PlanPage'),
});

export const planRoutes = [planRoute] as const;
