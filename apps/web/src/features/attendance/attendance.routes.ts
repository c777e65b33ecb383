import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guildRoute } from '../../shell/routes.tsx';
import type { AttendanceSearch } from './attendance-search.ts';

const page = () => import('./attendance-page.tsx');

const attendanceRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/attendance',
  validateSearch: (search: Record<string, unknown>): AttendanceSearch => search,
  loader: ({ params, location }) => page().then(({ load }) => load(params.guild, location.search)),
  shouldReload: false,
  component: lazyRouteComponent(page, 'AttendancePage'),
});

export const attendanceRoutes = [attendanceRoute] as const;
