import type { OrganizationSummary, OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { useViewer } from '../api/session.ts';

/** The name of a guild in addresses. */
export const guildRef = ({ alias, id }: Pick<OrganizationSummary, 'alias' | 'id'>) => alias ?? id;

/** For tabs: the name that the address has, so that the tab of the page is marked. */
export function useGuildParams(guild: Pick<OrganizationSummary, 'alias' | 'id'>): { guild: string } {
  const inAddress = useParams({ strict: false, select: (params: { guild?: string }) => params.guild });
  return { guild: inAddress === guild.id ? guild.id : guildRef(guild) };
}

export const guildQuery = (id: string) => api.organizations.get.queryOptions({ id, pageSize: '1' });

/** The guild in the address, loaded by its route. */
export function useGuild(): OrganizationView {
  const ref = useParams({ from: '/shell/app/g/$guild', select: ({ guild }) => guild });
  return useSuspenseQuery(guildQuery(ref)).data;
}

const myGuilds = () => api.organizations.mine.queryOptions({});

export function useMyGuilds(): readonly OrganizationSummary[] {
  const viewer = useViewer();
  return useQuery({ ...myGuilds(), enabled: viewer !== undefined }).data ?? [];
}

/** A guild of the frame; `view` is there for one that is not among the viewer's own, as an archived one. */
export type FrameGuild = OrganizationSummary & { view?: OrganizationView };

/**
 * The guild in the address, or of the page. A page that names none shows the last one visited, else the first; one that
 * names a guild never shows another.
 */
export function useCurrentGuild(): FrameGuild | undefined {
  const inAddress = useParams({ strict: false, select: (params: { guild?: string }) => params.guild });
  const ofPage = useRouterState({ select: ({ matches }) => guildOf(matches.at(-1)?.loaderData) });
  const named = inAddress ?? ofPage;
  const viewer = useViewer();
  const mine = useQuery({ ...myGuilds(), enabled: viewer !== undefined });
  const guilds = mine.data ?? [];
  const find = (ref: string | null | undefined) => guilds.find(({ alias, id }) => alias === ref || id === ref);
  const own = find(named);
  const isForeign = named !== undefined && own === undefined && !mine.isLoading;
  const view = useQuery({
    ...guildQuery(named ?? ''),
    enabled: isForeign,
    retryOnMount: false,
  }).data;
  const current = named === undefined ? (find(lastGuild()) ?? guilds[0]) : (own ?? (view && { ...view, view }));
  const remembered = named === undefined ? undefined : own?.id;
  useEffect(() => {
    if (remembered) rememberGuild(remembered);
  }, [remembered]);
  return current;
}

/** Pages without a guild in their address name it by their loader: `{ guild }`, an id. */
const guildOf = (loaded: unknown) =>
  typeof loaded === 'object' && loaded && 'guild' in loaded ? String(loaded.guild) : undefined;

function lastGuild(): string | null {
  try {
    return localStorage.getItem('guild');
  } catch {
    return null;
  }
}

function rememberGuild(id: string): void {
  try {
    localStorage.setItem('guild', id);
  } catch {
    // Storage may be blocked; the first guild is used then.
  }
}
