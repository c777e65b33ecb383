import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { appRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const page = loadOnce(() => import('./reserves-page.tsx'));

const reservesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event/reserves',
  loader: ({ params }) => page().then(({ loadReserves }) => loadReserves(params.event)),
  component: lazyPart(page, 'ReservesPage'),
});

export const reserveRoutes = [reservesRoute] as const;
