import { createRoute } from '@tanstack/react-router';
import { guildRoute } from '../../routes/routes.ts';
import { flag, text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const loaders = () => import('./load-settings.ts');

const firstTabRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/settings',
  // Not before it loads, when nothing would stand in for the page.
  loader: async ({ params }) => (await loaders()).openFirstTab(params),
});

const tabRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/settings/$tab',
  // Discord redirects here.
  validateSearch: (search: Record<string, unknown>): { error?: string | undefined; connected?: true | undefined } => ({
    error: text(search.error),
    connected: flag(search.connected),
  }),
  loader: async ({ params }) => (await loaders()).loadSettings(params),
  component: lazyPart(() => import('./settings-page.tsx'), 'SettingsPage'),
});

export const guildSettingsRoutes = [firstTabRoute, tabRoute] as const;
