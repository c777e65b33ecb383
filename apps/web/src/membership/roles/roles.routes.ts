import { createRoute } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { guildRoute } from '../../routes/routes.ts';
import { integer, text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { firstMembers } from './first-members.ts';

const loaders = () => import('./load-roles.ts');

/** The lists at once, so that they go in one request with the guild. */
const load = (id: string, what: 'loadRoles' | 'loadMembers') =>
  Promise.all([
    queryClient.prefetchQuery(api.roles.list.queryOptions({ id })),
    queryClient.prefetchQuery(api.roles.permissions.queryOptions({ id })),
    loaders().then((read) => read[what](id)),
  ]);

type MembersSearch = { q?: string | undefined; role?: string | undefined };

const membersRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/members',
  validateSearch: (search: Record<string, unknown>): MembersSearch => ({ q: text(search.q), role: text(search.role) }),
  loader({ params: { guild } }) {
    void queryClient.prefetchQuery(firstMembers(guild));
    return load(guild, 'loadMembers');
  },
  shouldReload: false,
  component: lazyPart(() => import('./members-page.tsx'), 'MembersPage'),
});

const rolesRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/roles',
  loader: ({ params }) => load(params.guild, 'loadRoles'),
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
  loader: async ({ params, deps }) => (await loaders()).loadAudit(params.guild, deps.page, deps.action),
  component: lazyPart(() => import('./audit-page.tsx'), 'AuditPage'),
});

export const roleRoutes = [membersRoute, rolesRoute, auditRoute] as const;
