import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { CraftersSearch } from './crafters-search.ts';

const craftersRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/crafters',
  validateSearch: (search: Record<string, unknown>): CraftersSearch => search,
  component: lazyPart(() => import('./crafters-page.tsx'), 'CraftersPage'),
});

export const crafterRoutes = [craftersRoute] as const;
