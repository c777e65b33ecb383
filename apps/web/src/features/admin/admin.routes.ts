import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';
import { integer, text } from '../../shell/search-params.ts';
import { adminWords } from './admin.words.ts';

type AdminSearch = { q?: string | undefined; state?: string | undefined; page?: number | undefined };

/** One route for all pages: each is a part of the same lazy one. `$queue` stands behind `/admin/jobs` alone. */
const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/{-$tab}/{-$queue}',
  validateSearch: (search: Record<string, unknown>): AdminSearch => ({
    q: text(search.q),
    state: text(search.state),
    page: integer(search.page),
  }),
  // This one is a page of the server.
  beforeLoad: ({ params }) => {
    if (params.tab === 'queues') throw redirect({ href: '/admin/queues', reloadDocument: true });
  },
  loader: () => adminWords.load().then(() => null),
  component: lazyRouteComponent(() => import('./admin-page.tsx'), 'AdminPage'),
});

export const adminRoutes = [adminRoute] as const;
