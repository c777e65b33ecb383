/** Parent routes of pages: `plainRoute` without the shell, `appRoute` in it and signed in, `guildRoute` in a guild. */

import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { api, queryClient } from '../api/client.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { NotFound } from './fallbacks.tsx';
import { PlainPage } from './plain-page.tsx';
import { requireSession } from './require-session.ts';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <PlainPage>
      <NotFound />
    </PlainPage>
  ),
});

export const plainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: () => <PlainPage /> });

/** Inside the shell, signed in or not. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });

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
  component: lazyPart(() => import('./members-only.tsx'), 'MembersOnly'),
});

export const guildQuery = (id: string) => api.organizations.get.queryOptions({ id, pageSize: '1' });
