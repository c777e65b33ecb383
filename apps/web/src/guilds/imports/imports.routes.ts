import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const bringInRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/bring-in/{-$run}',
  loader: async ({ params }) => {
    const { loadImports } = await import('./load-imports.ts');
    await loadImports(params);
  },
  component: lazyPart(() => import('./bring-in-page.tsx'), 'BringInPage'),
});

export const importRoutes = [bringInRoute] as const;
