import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { guildQuery, guildRoute } from '../../shell/routes.tsx';
import { oneOf, text } from '../../shell/search-params.ts';
import { integrationsWords } from './integrations/integrations.words.ts';
import { TABS } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

const firstTabRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/settings',
  beforeLoad: async ({ params }) => {
    const { abilityRules } = await queryClient.ensureQueryData(guildQuery(params.guild));
    const tab = may(abilityRules, 'update', 'Organization') ? 'general' : 'chat';
    throw redirect({ to: '/g/$guild/settings/$tab', params: { ...params, tab }, replace: true });
  },
});

const tabRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/settings/$tab',
  // A way back from Discord that failed returns with it.
  validateSearch: (search: Record<string, unknown>): { error?: string | undefined } => ({ error: text(search.error) }),
  loader: async ({ params }) => {
    if (!oneOf(params.tab, TABS)) throw notFound();
    await Promise.all([
      settingsWords.load(),
      integrationsWords.load(),
      queryClient.ensureQueryData(guildQuery(params.guild)),
    ]);
  },
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

export const guildSettingsRoutes = [firstTabRoute, tabRoute] as const;
