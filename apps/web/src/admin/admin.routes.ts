import { createRoute, redirect } from '@tanstack/react-router';
import { appRoute } from '../routes/routes.ts';
import { integer, text } from '../routes/search-params.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Apart from the routes, which are part of the first load of every page. */
const words = () => import('./admin.words.ts').then(({ adminWords }) => adminWords.load());

type AdminSearch = { q?: string | undefined; state?: string | undefined; page?: number | undefined };

/** One route for all tabs, which share one lazy page. Only `/admin/jobs` has a `$queue`. */
const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/{-$tab}/{-$queue}',
  validateSearch: (search: Record<string, unknown>): AdminSearch => ({
    q: text(search.q),
    state: text(search.state),
    page: integer(search.page),
  }),
  // The server renders this page.
  beforeLoad: ({ params }) => {
    if (params.tab === 'queues') throw redirect({ href: '/admin/queues', reloadDocument: true });
  },
  loader: words,
  component: lazyPart(() => import('./admin-page.tsx'), 'AdminPage'),
});

export const adminRoutes = [adminRoute] as const;
