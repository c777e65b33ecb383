import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { appRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { CharactersSearch } from './characters-search.ts';

const page = loadOnce(() => import('./characters-page.tsx'));

const charactersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/characters',
  // The page itself parses them, because a parser here would add to the first load.
  validateSearch: (search: Record<string, unknown>): CharactersSearch => search,
  loader: () => page().then(({ load }) => load()),
  shouldReload: false,
  component: lazyPart(page, 'CharactersPage'),
});

export const charactersRoutes = [charactersRoute] as const;
