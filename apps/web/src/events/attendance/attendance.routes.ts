import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { AttendanceSearch } from './attendance-search.ts';

const page = loadOnce(() => import('./attendance-page.tsx'));

const attendanceRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/attendance',
  validateSearch: (search: Record<string, unknown>): AttendanceSearch => search,
  loader: ({ params, location }) => page().then(({ loadAttendance }) => loadAttendance(params.guild, location.search)),
  shouldReload: false,
  component: lazyPart(page, 'AttendancePage'),
});

export const attendanceRoutes = [attendanceRoute] as const;
