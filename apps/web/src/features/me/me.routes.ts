import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';
import { text } from '../../shell/search-params.ts';
import { meWords } from './me.words.ts';

/** One route for all tabs: each is a part of the same lazy page. */
const meRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/me/{-$tab}',
  // A way to sign in that could not be linked comes back with these.
  validateSearch: (search: Record<string, unknown>): { error?: string | undefined; merge?: string | undefined } => ({
    error: text(search.error),
    merge: text(search.merge),
  }),
  loader: () => meWords.load().then(() => null),
  component: lazyRouteComponent(() => import('./me-page.tsx'), 'MePage'),
});

export const meRoutes = [meRoute] as const;
