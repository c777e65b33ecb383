import { createRoute } from '@tanstack/react-router';
import { guildRoute, plainRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const loaders = () => import('./load-invites.ts');

const invitesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/invites',
  loader: async ({ params }) => (await loaders()).loadInvites(params.guild),
  component: lazyPart(() => import('./invites-page.tsx'), 'InvitesPage'),
});

/** The address that people receive; the page says where it leads before they sign in. */
const inviteRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/invite/$code',
  loader: async ({ params }) => (await loaders()).loadInvite(params.code),
  component: lazyPart(() => import('./invite-page.tsx'), 'InvitePage'),
});

export const guildInviteRoutes = [invitesRoute] as const;
export const inviteRoutes = [inviteRoute] as const;
