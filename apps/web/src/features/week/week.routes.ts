import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';

const weekRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  // New people are introduced; whoever followed a link to somewhere else gets there first.
  beforeLoad: ({ context }) => {
    if (context.viewer.onboardingCompletedAt === null) throw redirect({ to: '/welcome' });
  },
  component: lazyRouteComponent(() => import('./week-page.tsx'), 'WeekPage'),
});

export const weekRoutes = [weekRoute] as const;
