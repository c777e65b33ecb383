/** Apart from the routes, which are part of the first load of every page. */
import { api, queryClient } from '../../api/client.ts';
import { currentSession } from '../../api/session.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { rolesWords } from '../roles/roles.words.ts';
import { invitesQuery, previewQuery } from './invites.queries.ts';
import { invitesWords } from './invites.words.ts';

export async function loadInvites(guild: string): Promise<void> {
  await Promise.all([
    invitesWords.load(),
    rolesWords.load(),
    queryClient.ensureQueryData(guildQuery(guild)),
    queryClient.prefetchQuery(invitesQuery(guild)),
    queryClient.prefetchQuery(api.roles.list.queryOptions({ id: guild })),
  ]);
}

export async function loadInvite(code: string): Promise<void> {
  await Promise.all([
    invitesWords.load(),
    currentSession().catch(() => null),
    queryClient.ensureQueryData(previewQuery(code)),
  ]);
}
