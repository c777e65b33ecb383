import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guildRoute } from '../../shell/routes.tsx';

const guildHomeRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./guild-home-page.tsx'), 'GuildHomePage'),
});

export const guildHomeRoutes = [guildHomeRoute] as const;
