import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const page = loadOnce(() => import('./policy-page.tsx'));

const policyRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/loot/policy',
  loader: ({ params }) => page().then(({ loadPolicy }) => loadPolicy(params.guild)),
  component: lazyPart(page, 'PolicyPage'),
});

export const policyRoutes = [policyRoute] as const;
