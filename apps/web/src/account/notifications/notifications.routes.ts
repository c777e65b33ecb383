import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../routes/routes.ts';
import { flag } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Apart from the routes, which are part of the first load of every page. */
const words = () => import('./notifications.words.ts').then(({ notificationsWords }) => notificationsWords.load());

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notifications',
  validateSearch: (search: Record<string, unknown>): { unread?: true | undefined } => ({ unread: flag(search.unread) }),
  loader: words,
  component: lazyPart(() => import('./inbox-page.tsx'), 'InboxPage'),
});

export const notificationRoutes = [inboxRoute] as const;
