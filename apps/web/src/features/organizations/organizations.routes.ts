import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';
import { currentSession } from '../../api/session.ts';
import { appRoute, guildQuery, shellRoute } from '../../shell/routes.tsx';
import { integer } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { myCharacters } from '../signup/signup.queries.ts';
import { signupWords } from '../signup/signup.words.ts';
import {
  achievementsQuery,
  compositionQuery,
  isInsider,
  latestPosts,
  nextEvents,
  publicGuilds,
  templatesQuery,
  textsQuery,
} from './organizations.queries.ts';
import { organizationsWords } from './organizations.words.ts';

/** Needs no session: everybody sees what the guild shows them. */
const guildHomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/g/$guild/',
  loader: async ({ params }) => {
    const words = [organizationsWords.load(), signupWords.load(), currentSession().catch(() => null)];
    const guild = await queryClient.ensureQueryData(guildQuery(params.guild));
    const insider = isInsider(guild);
    const synced = guild.source === 'synced';
    // Routes are part of the first load of every page; the permissions library is not.
    const { may } = await import('../../api/ability.tsx');
    await Promise.all([
      ...words,
      queryClient.prefetchQuery(textsQuery(guild.id)),
      queryClient.prefetchQuery(latestPosts(guild.id)),
      insider && queryClient.prefetchQuery(nextEvents(guild.id)),
      insider && queryClient.prefetchQuery(myCharacters()),
      insider && synced && queryClient.prefetchQuery(achievementsQuery(guild.id)),
      synced && may(guild.abilityRules, 'read', 'Roster') && queryClient.prefetchQuery(compositionQuery(guild.id)),
    ]);
  },
  component: lazyPart(() => import('./guild-home-page.tsx'), 'GuildHomePage'),
});

const guildsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/g',
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({ page: integer(search.page) }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    Promise.all([organizationsWords.load(), queryClient.prefetchQuery(publicGuilds(deps.page ?? 1))]).then(() => null),
  component: lazyPart(() => import('./guilds-page.tsx'), 'GuildsPage'),
});

const foundRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/g/new',
  loader: () => Promise.all([organizationsWords.load(), queryClient.prefetchQuery(templatesQuery())]).then(() => null),
  component: lazyPart(() => import('./found-page.tsx'), 'FoundPage'),
});

export const publicGuildRoutes = [guildHomeRoute] as const;
export const organizationRoutes = [guildsRoute, foundRoute] as const;
