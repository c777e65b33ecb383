import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export type AbsencesSearch = { from?: string | undefined };

const page = loadOnce(() => import('./absences-page.tsx'));

const absencesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/absences',
  validateSearch: (search: Record<string, unknown>): AbsencesSearch => search,
  component: lazyPart(page, 'AbsencesPage'),
});

export const absenceRoutes = [absencesRoute] as const;
