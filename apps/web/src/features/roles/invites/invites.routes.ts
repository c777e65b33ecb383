import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../../api/client.ts';
import { currentSession } from '../../../api/session.ts';
import { guildQuery, guildRoute, plainRoute } from '../../../shell/routes.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { rolesQuery } from '../roles.queries.ts';
import { rolesWords } from '../roles.words.ts';
import { invitesQuery, previewQuery } from './invites.queries.ts';
import { invitesWords } from './invites.words.ts';

const invitesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/invites',
  loader: async ({ params }) => {
    await Promise.all([
      invitesWords.load(),
      rolesWords.load(),
      queryClient.ensureQueryData(guildQuery(params.guild)),
      queryClient.prefetchQuery(invitesQuery(params.guild)),
      queryClient.prefetchQuery(rolesQuery(params.guild)),
    ]);
  },
  component: lazyPart(() => import('./invites-page.tsx'), 'InvitesPage'),
});

/** The address that people receive; the page says where it leads before anybody signs in. */
const inviteRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/invite/$code',
  loader: async ({ params }) => {
    await Promise.all([
      invitesWords.load(),
      currentSession().catch(() => null),
      queryClient.ensureQueryData(previewQuery(params.code)),
    ]);
  },
  component: lazyPart(() => import('./invite-page.tsx'), 'InvitePage'),
});

export const guildInviteRoutes = [invitesRoute] as const;
export const inviteRoutes = [inviteRoute] as const;
