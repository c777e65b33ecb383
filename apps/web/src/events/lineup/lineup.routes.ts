import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { flag, integer } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const page = loadOnce(() => import('./lineup-page.tsx'));

export type LineupSearch = {
  /** The boss, by the journal's id; without one, the whole night. */
  boss?: number | undefined;
  /** Proposes a split in place of the line-up. */
  split?: true | undefined;
};

const lineupRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/events/$event/lineup',
  validateSearch: (search): LineupSearch => ({ boss: integer(search.boss), split: flag(search.split) }),
  loaderDeps: ({ search: { boss } }) => ({ boss }),
  loader: ({ params, deps }) => page().then(({ loadLineup }) => loadLineup(params.event, deps.boss)),
  component: lazyPart(page, 'LineupPage'),
});

export const lineupRoutes = [lineupRoute] as const;
