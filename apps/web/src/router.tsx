/** The only file that knows every feature's pages. */
import { createRouter } from '@tanstack/react-router';
import { meRoutes } from './account/me/me.routes.ts';
import { notificationRoutes } from './account/notifications/notifications.routes.ts';
import { authRoutes, signedInAuthRoutes } from './account/sign-in/auth.routes.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import { charactersRoutes } from './armory/characters/characters.routes.ts';
import { comparisonRoutes, guildComparisonRoutes } from './armory/comparisons/comparisons.routes.ts';
import { crafterRoutes } from './armory/crafters/crafters.routes.ts';
import { characterRoutes, publicCharacterRoutes } from './armory/views/views.routes.ts';
import { absenceRoutes } from './events/absences/absences.routes.ts';
import { attendanceRoutes } from './events/attendance/attendance.routes.ts';
import { eventFormRoutes, guildEventFormRoutes } from './events/event-form/event-form.routes.ts';
import { lineupRoutes } from './events/lineup/lineup.routes.ts';
import { progressRoutes } from './events/nights/progress.routes.ts';
import { planRoutes } from './events/notes/plan.routes.ts';
import { eventRoutes, guildEventRoutes } from './events/planning/events.routes.ts';
import { contentRoutes, guildContentRoutes, publicContentRoutes } from './guilds/contents/contents.routes.ts';
import { frontRoutes } from './guilds/front/front.routes.ts';
import { organizationRoutes, publicGuildRoutes } from './guilds/home/organizations.routes.ts';
import { importRoutes } from './guilds/imports/imports.routes.ts';
import { peopleRoutes } from './guilds/people/people.routes.ts';
import { raiderRoutes } from './guilds/raiders/raiders.routes.ts';
import { rosterRoutes } from './guilds/roster/roster.routes.ts';
import { guildSettingsRoutes } from './guilds/settings/settings.routes.ts';
import { teamRoutes } from './guilds/teams/teams.routes.ts';
import { lootRoutes } from './loot/awards/awards.routes.ts';
import { councilRoutes } from './loot/council/council.routes.ts';
import { pointRoutes } from './loot/points/points.routes.ts';
import { policyRoutes } from './loot/policy/policy.routes.ts';
import { reserveRoutes } from './loot/reserves/reserves.routes.ts';
import { wishRoutes } from './loot/wishes/wishes.routes.ts';
import { guildInviteRoutes, inviteRoutes } from './membership/invites/invites.routes.ts';
import { roleRoutes } from './membership/roles/roles.routes.ts';
import { appRoute, guildRoute, plainRoute, rootRoute, shellRoute } from './routes/routes.ts';
import { parseSearch, stringifySearch } from './routes/search-params.ts';
import { Failed, Pending } from './shell/fallbacks.tsx';
import { Frame, PlainPage } from './shell/frame.tsx';
import { Root } from './shell/root.tsx';
import { lazyPart } from './ui/lazy-part.tsx';
import { NotFound } from './ui/not-found.tsx';

/** A placeholder stands within the frame of the page, never in place of it. */
const pendingMs = Number.POSITIVE_INFINITY;

rootRoute.update({
  component: Root,
  pendingMs,
  notFoundComponent: () => (
    <PlainPage>
      <NotFound />
    </PlainPage>
  ),
});
plainRoute.update({ pendingMs, component: Object.assign(() => <PlainPage />, { preload: PlainPage.preload }) });
shellRoute.update({ pendingMs, component: Frame });
appRoute.update({ pendingMs });
guildRoute.update({ component: lazyPart(() => import('./shell/members-only.tsx'), 'MembersOnly') });

const routeTree = rootRoute.addChildren([
  plainRoute.addChildren([...inviteRoutes, ...authRoutes, ...signedInAuthRoutes]),
  shellRoute.addChildren([
    ...frontRoutes,
    ...publicGuildRoutes,
    ...publicContentRoutes,
    ...publicCharacterRoutes,
    appRoute.addChildren([
      ...charactersRoutes,
      ...characterRoutes,
      ...comparisonRoutes,
      ...eventRoutes,
      ...eventFormRoutes,
      ...planRoutes,
      ...reserveRoutes,
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
        ...guildEventFormRoutes,
        ...lineupRoutes,
        ...peopleRoutes,
        ...rosterRoutes,
        ...raiderRoutes,
        ...importRoutes,
        ...teamRoutes,
        ...wishRoutes,
        ...pointRoutes,
        ...lootRoutes,
        ...councilRoutes,
        ...policyRoutes,
        ...attendanceRoutes,
        ...progressRoutes,
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
