import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';
import { guildQuery, guildRoute } from '../../shell/routes.tsx';
import { integer, text } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { auditQuery, membersQuery, permissionsQuery, rolesQuery } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';

const load = (guild: string) => Promise.all([queryClient.ensureQueryData(guildQuery(guild)), rolesWords.load()]);

type MembersSearch = { q?: string | undefined; role?: string | undefined };

const membersRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/members',
  validateSearch: (search: Record<string, unknown>): MembersSearch => ({ q: text(search.q), role: text(search.role) }),
  loader: async ({ params }) => {
    await Promise.all([
      load(params.guild),
      queryClient.prefetchQuery(membersQuery(params.guild)),
      queryClient.prefetchQuery(rolesQuery(params.guild)),
      queryClient.prefetchQuery(permissionsQuery(params.guild)),
    ]);
  },
  shouldReload: false,
  component: lazyPart(() => import('./members-page.tsx'), 'MembersPage'),
});

const rolesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roles',
  loader: async ({ params }) => {
    await Promise.all([
      load(params.guild),
      queryClient.prefetchQuery(rolesQuery(params.guild)),
      queryClient.prefetchQuery(permissionsQuery(params.guild)),
    ]);
  },
  component: lazyPart(() => import('./roles-page.tsx'), 'RolesPage'),
});

type AuditSearch = { page?: number | undefined; action?: string | undefined };

const auditRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    page: integer(search.page),
    action: text(search.action),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps }) => {
    const listed = async () => {
      const { auditAction } = await import('./audit-actions.ts');
      await queryClient.prefetchQuery(auditQuery(params.guild, deps.page ?? 1, auditAction(deps.action)));
    };
    await Promise.all([load(params.guild), listed()]);
  },
  component: lazyPart(() => import('./audit-page.tsx'), 'AuditPage'),
});

export const roleRoutes = [membersRoute, rolesRoute, auditRoute] as const;
