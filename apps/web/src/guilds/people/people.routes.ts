import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const personRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/members/$person',
  loader: async ({ params }) => {
    const { loadPerson } = await import('./load-person.ts');
    await loadPerson(params);
  },
  component: lazyPart(() => import('./person-page.tsx'), 'PersonPage'),
});

export const peopleRoutes = [personRoute] as const;
