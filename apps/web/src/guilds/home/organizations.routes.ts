import { createRoute } from '@tanstack/react-router';
import { appRoute, shellRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { GuildSearch } from './organizations.queries.ts';

const loaders = () => import('./load-guilds.ts');

/** Needs no session: all see what the guild shows them. */
const guildHomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/g/$guild/',
  loader: async ({ params }) => (await loaders()).loadHome(params.guild),
  component: lazyPart(() => import('./guild-home-page.tsx'), 'GuildHomePage'),
});

/** Needs no session either. */
const guildsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/g',
  // The page reads them: the routes are part of the first load.
  validateSearch: (search: Record<string, unknown>): GuildSearch => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => (await loaders()).loadDirectory(deps),
  component: lazyPart(() => import('./guilds-page.tsx'), 'GuildsPage'),
});

const foundRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/g/new',
  loader: async () => (await loaders()).loadTemplates(),
  component: lazyPart(() => import('./found-page.tsx'), 'FoundPage'),
});

export const publicGuildRoutes = [guildHomeRoute, guildsRoute] as const;
export const organizationRoutes = [foundRoute] as const;
