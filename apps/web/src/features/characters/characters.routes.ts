import { createRoute, redirect } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { appRoute } from '../../shell/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { CharactersSearch } from './characters-search.ts';
import type { ViewSearch } from './views/view-search.ts';

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

const one = loadOnce(() => import('./views/character-page.tsx'));

const characterRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/characters/$id/$tab',
  validateSearch: (search: Record<string, unknown>): ViewSearch => search,
  loader: ({ params }) => one().then(({ load }) => load(params.id)),
  shouldReload: false,
  component: lazyPart(one, 'CharacterPage'),
});

const characterRootRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/characters/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/characters/$id/$tab', params: { ...params, tab: 'equipment' }, replace: true });
  },
});

export const characterRoutes = [charactersRoute, characterRoute, characterRootRoute] as const;
