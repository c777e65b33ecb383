import { queryClient } from '../../api/client.ts';
import { rolesWords } from '../../membership/roles/roles.words.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { teamsQuery } from '../raiders/raiders.queries.ts';
import { raidersWords } from '../raiders/raiders.words.ts';
import { rosterWords } from '../roster/roster.words.ts';
import { teamQuery } from './teams.queries.ts';
import { teamsWords } from './teams.words.ts';

/** Apart from the route, which is part of the first load of every page. */
export async function loadTeams({ guild: ref, team }: { guild: string; team?: string | undefined }): Promise<void> {
  const [guild] = await Promise.all([
    queryClient.ensureQueryData(guildQuery(ref)),
    teamsWords.load(),
    raidersWords.load(),
    rosterWords.load(),
  ]);
  // The words of its tabs.
  if (guild.source === 'standalone') await rolesWords.load();
  if (team) void queryClient.prefetchQuery(teamQuery(team));
  else void queryClient.prefetchQuery(teamsQuery(guild));
}
