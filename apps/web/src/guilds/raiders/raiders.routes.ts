import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { RaidersSearch } from './raiders-search.ts';

const raidersRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/people',
  // The page reads them: the routes are part of the first load.
  validateSearch: (search: Record<string, unknown>): RaidersSearch => search,
  loader: async ({ params, location }) => {
    const { loadRaiders } = await import('./load-raiders.ts');
    await loadRaiders(params.guild, location.search);
  },
  // Filters change the address; the page asks for what they need.
  shouldReload: false,
  component: lazyPart(() => import('./raiders-page.tsx'), 'RaidersPage'),
});

export const raiderRoutes = [raidersRoute] as const;
