/** Apart from the routes, which are part of the first load of every page. */
import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { currentSession } from '../../api/session.ts';
import { myCharacters } from '../../events/signups/signups.queries.ts';
import { signupsWords } from '../../events/signups/signups.words.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import {
  achievementsQuery,
  compositionQuery,
  type GuildSearch,
  guildSearch,
  isInsider,
  latestPosts,
  nextEvents,
  publicGuilds,
  templatesQuery,
  textsQuery,
} from './organizations.queries.ts';
import { organizationsWords } from './organizations.words.ts';

export async function loadHome(ref: string): Promise<void> {
  const words = [organizationsWords.load(), signupsWords.load(), currentSession().catch(() => null)];
  const guild = await queryClient.ensureQueryData(guildQuery(ref));
  const insider = isInsider(guild);
  const synced = guild.source === 'synced';
  await Promise.all([
    ...words,
    queryClient.prefetchQuery(textsQuery(guild.id)),
    queryClient.prefetchQuery(latestPosts(guild.id)),
    insider && queryClient.prefetchQuery(nextEvents(guild.id)),
    insider && queryClient.prefetchQuery(myCharacters()),
    insider && synced && queryClient.prefetchQuery(achievementsQuery(guild.id)),
    synced && may(guild.abilityRules, 'read', 'Roster') && queryClient.prefetchQuery(compositionQuery(guild.id)),
  ]);
}

export async function loadDirectory(search: GuildSearch): Promise<void> {
  await Promise.all([
    organizationsWords.load(),
    currentSession().catch(() => null),
    queryClient.prefetchQuery(publicGuilds(guildSearch(search))),
  ]);
}

export async function loadTemplates(): Promise<void> {
  await Promise.all([organizationsWords.load(), queryClient.prefetchQuery(templatesQuery())]);
}
