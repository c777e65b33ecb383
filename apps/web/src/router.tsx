/** The only file that knows every feature's pages. */
import { createRouter } from '@tanstack/react-router';
import { absenceRoutes } from './features/absences/absences.routes.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { attendanceRoutes } from './features/attendance/attendance.routes.ts';
import { authRoutes, signedInAuthRoutes } from './features/auth/auth.routes.ts';
import { characterRoutes } from './features/characters/characters.routes.ts';
import { comparisonRoutes, guildComparisonRoutes } from './features/comparisons/comparisons.routes.ts';
import { contentRoutes, guildContentRoutes, publicContentRoutes } from './features/contents/contents.routes.ts';
import { crafterRoutes } from './features/crafters/crafters.routes.ts';
import { eventRoutes, guildEventRoutes } from './features/events/events.routes.ts';
import { meRoutes } from './features/me/me.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { organizationRoutes, publicGuildRoutes } from './features/organizations/organizations.routes.ts';
import { guildInviteRoutes, inviteRoutes } from './features/roles/invites/invites.routes.ts';
import { roleRoutes } from './features/roles/roles.routes.ts';
import { rosterRoutes } from './features/roster/roster.routes.ts';
import { guildSettingsRoutes } from './features/settings/settings.routes.ts';
import { weekRoutes } from './features/week/week.routes.ts';
import { Failed, NotFound, Pending } from './shell/fallbacks.tsx';
import { appRoute, guildRoute, plainRoute, rootRoute, shellRoute } from './shell/routes.tsx';
import { parseSearch, stringifySearch } from './shell/search-params.ts';

const routeTree = rootRoute.addChildren([
  plainRoute.addChildren([...inviteRoutes, ...authRoutes, ...signedInAuthRoutes]),
  shellRoute.addChildren([
    ...publicGuildRoutes,
    ...publicContentRoutes,
    appRoute.addChildren([
      ...weekRoutes,
      ...characterRoutes,
      ...comparisonRoutes,
      ...eventRoutes,
      ...meRoutes,
      ...notificationRoutes,
      ...adminRoutes,
      ...organizationRoutes,
      ...contentRoutes,
      guildRoute.addChildren([
        ...guildContentRoutes,
        ...roleRoutes,
        ...guildInviteRoutes,
        ...guildSettingsRoutes,
        ...guildEventRoutes,
        ...rosterRoutes,
        ...attendanceRoutes,
        ...absenceRoutes,
        ...crafterRoutes,
        ...guildComparisonRoutes,
      ]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query client decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  scrollRestoration: true,
  defaultPendingComponent: Pending,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
