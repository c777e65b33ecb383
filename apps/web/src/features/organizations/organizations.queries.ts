import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { guildQuery } from '../../shell/routes.tsx';

/** The guild in the address; works without a session. */
export function useNamedGuild(): OrganizationView {
  const ref = useParams({ strict: false, select: ({ guild = '' }: { guild?: string }) => guild });
  return useSuspenseQuery(guildQuery(ref)).data;
}

/** The service sends rules only to members and administrators. */
export const isInsider = ({ abilityRules }: OrganizationView) => abilityRules.length > 0;

export const textsQuery = (id: string) => api.texts.get.queryOptions({ id });
export const latestPosts = (id: string) => api.posts.list.queryOptions({ id, pageSize: '4' });
export const nextEvents = (id: string) => api.events.list.queryOptions({ id, when: 'upcoming', pageSize: 4 });
export const compositionQuery = (id: string) => api.roster.composition.queryOptions({ id, locale: gameLocale() });
export const achievementsQuery = (id: string) => api.guilds.achievements.queryOptions({ id });
export const publicGuilds = (page: number) => api.organizations.list.queryOptions({ page, pageSize: 60 });
export const templatesQuery = () => api.organizations.templates.queryOptions({});

/** Call this after a change to the guild itself. */
export const rereadGuild = () => queryClient.invalidateQueries({ queryKey: api.organizations.pathKey() });
