/** Apart from the routes, which are part of the first load of every page. */
import { redirect } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { wholeRoster } from './roster.queries.ts';
import { rosterWords } from './roster.words.ts';

/** The roster is the game's; a community without one has members. */
async function load(ref: string) {
  const [guild] = await Promise.all([queryClient.ensureQueryData(guildQuery(ref)), rosterWords.load()]);
  if (guild.source === 'standalone') throw redirect({ to: '/g/$guild/members', params: { guild: ref }, replace: true });
  return guild;
}

export async function loadRoster(ref: string): Promise<void> {
  const guild = await load(ref);
  await Promise.all([
    queryClient.prefetchQuery(wholeRoster(guild, false)),
    queryClient.prefetchQuery(api.roster.syncActive.queryOptions({ id: guild.id })),
  ]);
}

export const loadAboutRoster = (ref: string): Promise<null> => load(ref).then(() => null);
