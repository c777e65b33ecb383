import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';
import { guildQuery, guildRoute } from '../../shell/routes.tsx';
import { flag, oneOf, text } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { integrationsWords } from './integrations/integrations.words.ts';
import { TABS } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

const firstTabRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/settings',
  beforeLoad: async ({ params }) => {
    // The permissions library is too heavy for the first load.
    const [{ may }, { abilityRules }] = await Promise.all([
      import('../../api/ability.tsx'),
      queryClient.ensureQueryData(guildQuery(params.guild)),
    ]);
    const tab = may(abilityRules, 'update', 'Organization') ? 'general' : 'chat';
    throw redirect({ to: '/g/$guild/settings/$tab', params: { ...params, tab }, replace: true });
  },
});

const tabRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/settings/$tab',
  // Discord redirects here.
  validateSearch: (search: Record<string, unknown>): { error?: string | undefined; connected?: true | undefined } => ({
    error: text(search.error),
    connected: flag(search.connected),
  }),
  loader: async ({ params }) => {
    if (!oneOf(params.tab, TABS)) throw notFound();
    await Promise.all([
      settingsWords.load(),
      integrationsWords.load(),
      queryClient.ensureQueryData(guildQuery(params.guild)),
    ]);
  },
  component: lazyPart(() => import('./settings-page.tsx'), 'SettingsPage'),
});

export const guildSettingsRoutes = [firstTabRoute, tabRoute] as const;
