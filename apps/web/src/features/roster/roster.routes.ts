import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guildRoute } from '../../shell/routes.tsx';
import { text } from '../../shell/search-params.ts';

const rosterRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roster',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined; class?: string | undefined } => ({
    q: text(search.q),
    class: text(search.class),
  }),
  component: lazyRouteComponent(() => import('./roster-page.tsx'), 'RosterPage'),
});

export const rosterRoutes = [rosterRoute] as const;
