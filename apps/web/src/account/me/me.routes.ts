import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../routes/routes.ts';
import { text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Apart from the routes, which are part of the first load of every page. */
const words = () => import('./me.words.ts').then(({ meWords }) => meWords.load());

/** One route for all tabs, which share one lazy page. */
const meRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/me/{-$tab}',
  // A failed link of a sign-in account returns with these.
  validateSearch: (search: Record<string, unknown>): { error?: string | undefined; merge?: string | undefined } => ({
    error: text(search.error),
    merge: text(search.merge),
  }),
  loader: words,
  component: lazyPart(() => import('./me-page.tsx'), 'MePage'),
});

export const meRoutes = [meRoute] as const;
