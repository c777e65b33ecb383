/** Parent routes of pages: `plainRoute` without the shell, `appRoute` in it and signed in, `guildRoute` in a guild. */

import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { queryClient } from '../api/client.ts';
import { guildQuery } from './current-guild.ts';
import { requireSession } from './require-session.ts';

// `router.tsx` sets the frame around their pages: the shell knows the bell and the door, whose rooms know these routes.
export const rootRoute = createRootRoute();

export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain' });

/** Inside the shell, signed in or not. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell' });

export const appRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'app',
  beforeLoad: requireSession,
  component: Outlet,
});

/** `/g/:guild`, by alias or id, for its members. Its children get the loaded guild from `useGuild()`. */
export const guildRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/g/$guild',
  loader: ({ params }) => queryClient.ensureQueryData(guildQuery(params.guild)),
});
