import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';

const charactersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/characters',
  component: lazyRouteComponent(() => import('./characters-page.tsx'), 'CharactersPage'),
});

export const characterRoutes = [charactersRoute] as const;
