import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guildRoute } from '../../shell/routes.tsx';

export type AbsencesSearch = { from?: string | undefined };

const page = () => import('./absences-page.tsx');

const absencesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/absences',
  validateSearch: (search: Record<string, unknown>): AbsencesSearch => search,
  component: lazyRouteComponent(page, 'AbsencesPage'),
});

export const absenceRoutes = [absencesRoute] as const;
