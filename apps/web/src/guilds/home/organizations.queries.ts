import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { flag, integer, oneOf, text } from '../../routes/search-params.ts';

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

export const REGIONS = ['eu', 'us', 'kr', 'tw'] as const satisfies Region[];
export const VERSIONS = ['retail', 'classic', 'classic-era', 'classic-anniversary'] as const satisfies GameVersion[];

/** The filters of the directory, in its address. */
export type GuildSearch = {
  page?: number | undefined;
  q?: string | undefined;
  region?: Region | undefined;
  version?: GameVersion | undefined;
  recruiting?: true | undefined;
};

export const guildSearch = (search: Record<string, unknown>): GuildSearch => ({
  page: integer(search.page),
  q: text(search.q),
  region: oneOf(search.region, REGIONS),
  version: oneOf(search.version, VERSIONS),
  recruiting: flag(search.recruiting),
});

export const publicGuilds = ({ page, q, region, version, recruiting }: GuildSearch) =>
  api.organizations.list.queryOptions({
    page: page ?? 1,
    pageSize: 60,
    ...(q && { search: q }),
    ...(region && { region }),
    ...(version && { gameVersion: version }),
    ...(recruiting && { recruiting }),
  });
export const recruitingGuilds = () => api.organizations.list.queryOptions({ recruiting: true, pageSize: 6 });
export const templatesQuery = () => api.organizations.templates.queryOptions({});

/** Call this after a change to the guild itself. */
export const invalidateGuild = () => queryClient.invalidateQueries({ queryKey: api.organizations.pathKey() });
