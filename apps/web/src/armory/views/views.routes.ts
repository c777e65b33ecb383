import { createRoute, redirect } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { appRoute, shellRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ViewSearch } from './view-search.ts';

const one = loadOnce(() => import('./character-page.tsx'));

const characterRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/characters/$id/$tab',
  validateSearch: (search: Record<string, unknown>): ViewSearch => search,
  loader: ({ params }) => one().then(({ load }) => load(params.id, params.tab)),
  shouldReload: false,
  component: lazyPart(one, 'CharacterPage'),
});

const characterRootRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/characters/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/characters/$id/$tab', params: { ...params, tab: 'overview' }, replace: true });
  },
});

const atPublicAddress = loadOnce(() => import('./public-page.tsx'));

/** An address that the person of a character has given to others. */
const publicCharacterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/c/$key',
  loader: ({ params }) => atPublicAddress().then(({ load }) => load(params.key)),
  component: lazyPart(atPublicAddress, 'PublicPage'),
});

const ownGear = loadOnce(() => import('./own-gear-page.tsx'));

const ownGearRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/characters/side-by-side',
  loader: () => ownGear().then(({ load }) => load()),
  component: lazyPart(ownGear, 'OwnGearPage'),
});

export const publicCharacterRoutes = [publicCharacterRoute] as const;
export const characterRoutes = [characterRoute, characterRootRoute, ownGearRoute] as const;
