import type { OrganizationSummary } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { useViewer } from '../api/session.ts';

/** The name of a guild in addresses. */
export const guildRef = ({ alias, id }: Pick<OrganizationSummary, 'alias' | 'id'>) => alias ?? id;

export function useMyGuilds(): readonly OrganizationSummary[] {
  const viewer = useViewer();
  return useQuery({ ...api.organizations.mine.queryOptions({}), enabled: viewer !== undefined }).data ?? [];
}

/** The guild in the address, or of the page; else the last one visited, else the first. */
export function useCurrentGuild(): OrganizationSummary | undefined {
  const inAddress = useParams({ strict: false, select: (params: { guild?: string }) => params.guild });
  const ofPage = useRouterState({ select: ({ matches }) => guildOf(matches.at(-1)?.loaderData) });
  const named = inAddress ?? ofPage;
  const guilds = useMyGuilds();
  const find = (ref: string | null | undefined) => guilds.find(({ alias, id }) => alias === ref || id === ref);
  const current = find(named) ?? find(lastGuild()) ?? guilds[0];
  useEffect(() => {
    if (named && current) rememberGuild(current.id);
  }, [named, current]);
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
