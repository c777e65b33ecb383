import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, guildRoute } from '../../shell/routes.tsx';

const eventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event',
  component: lazyRouteComponent(() => import('./event-page.tsx'), 'EventPage'),
});

const agendaRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/events',
  component: lazyRouteComponent(() => import('./agenda-page.tsx'), 'AgendaPage'),
});

export const eventRoutes = [eventRoute] as const;
export const guildEventRoutes = [agendaRoute] as const;
