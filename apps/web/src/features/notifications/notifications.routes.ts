import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';
import { flag } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { notificationsWords } from './notifications.words.ts';

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notifications',
  validateSearch: (search: Record<string, unknown>): { unread?: true | undefined } => ({ unread: flag(search.unread) }),
  loader: () => notificationsWords.load().then(() => null),
  component: lazyPart(() => import('./inbox-page.tsx'), 'InboxPage'),
});

export const notificationRoutes = [inboxRoute] as const;
