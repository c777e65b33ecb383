import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { rolesWords } from '../../membership/roles/roles.words.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { rosterWords } from '../roster/roster.words.ts';
import { raidersQuery } from './raiders.queries.ts';
import { raidersWords } from './raiders.words.ts';
import { readSearch } from './raiders-search.ts';

/** Apart from the route, which is part of the first load of every page. */
export async function loadRaiders(ref: string, search: Record<string, unknown>): Promise<void> {
  const [guild] = await Promise.all([
    queryClient.ensureQueryData(guildQuery(ref)),
    raidersWords.load(),
    rosterWords.load(),
  ]);
  // The words of its tabs.
  if (guild.source === 'standalone') await rolesWords.load();
  if (may(guild.abilityRules, 'read', 'Roster'))
    void queryClient.prefetchQuery(raidersQuery(guild, readSearch(search)));
}
