import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const page = loadOnce(() => import('./progress-page.tsx'));

const progressRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/progress',
  loader: ({ params }) => page().then(({ loadProgress }) => loadProgress(params.guild)),
  component: lazyPart(page, 'ProgressPage'),
});

export const progressRoutes = [progressRoute] as const;
