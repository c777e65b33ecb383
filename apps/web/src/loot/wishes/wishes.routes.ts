import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const page = loadOnce(() => import('./wishes-page.tsx'));

/** Without a raider the reader's own. */
const wishesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/loot/wishes/{-$raider}',
  loader: ({ params }) => page().then(({ loadWishes }) => loadWishes(params)),
  component: lazyPart(page, 'WishesPage'),
});

export const wishRoutes = [wishesRoute] as const;
