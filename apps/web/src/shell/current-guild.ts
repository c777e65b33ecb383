import type { OrganizationSummary } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { useViewer } from '../api/session.ts';

/** How a guild stands in an address. */
export const guildRef = ({ alias, id }: Pick<OrganizationSummary, 'alias' | 'id'>) => alias ?? id;

export function useMyGuilds(): readonly OrganizationSummary[] {
  const viewer = useViewer();
  return useQuery({ ...api.organizations.mine.queryOptions({}), enabled: viewer !== undefined }).data ?? [];
}

/** The guild that the address names, or what is shown belongs to; else the last one that it did, else the first. */
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

/** Pages whose address does not name their guild say it by their loader: `{ guild }`, an id. */
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
    // Storage may be forbidden; then the first guild is the one.
  }
}
