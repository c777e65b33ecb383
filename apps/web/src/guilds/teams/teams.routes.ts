import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const teamsRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/teams/{-$team}',
  loader: async ({ params }) => {
    const { loadTeams } = await import('./load-teams.ts');
    await loadTeams(params);
  },
  component: lazyPart(() => import('./teams-page.tsx'), 'TeamsPage'),
});

export const teamRoutes = [teamsRoute] as const;
