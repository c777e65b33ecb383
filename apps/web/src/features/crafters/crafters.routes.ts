import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../shell/routes.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

export type CraftersSearch = { q?: string | undefined; profession?: string | undefined };

const craftersRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/crafters',
  validateSearch: (search: Record<string, unknown>): CraftersSearch => search,
  component: lazyPart(() => import('./crafters-page.tsx'), 'CraftersPage'),
});

export const crafterRoutes = [craftersRoute] as const;
