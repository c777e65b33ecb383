import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';
import { text } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { meWords } from './me.words.ts';

/** One route for all tabs, which share one lazy page. */
const meRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/me/{-$tab}',
  // A failed link of a sign-in account returns with these.
  validateSearch: (search: Record<string, unknown>): { error?: string | undefined; merge?: string | undefined } => ({
    error: text(search.error),
    merge: text(search.merge),
  }),
  loader: () => meWords.load().then(() => null),
  component: lazyPart(() => import('./me-page.tsx'), 'MePage'),
});

export const meRoutes = [meRoute] as const;
