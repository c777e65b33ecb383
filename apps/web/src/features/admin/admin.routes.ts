import { createRoute, redirect } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';
import { integer, text } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { adminWords } from './admin.words.ts';

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
  loader: () => adminWords.load().then(() => null),
  component: lazyPart(() => import('./admin-page.tsx'), 'AdminPage'),
});

export const adminRoutes = [adminRoute] as const;
