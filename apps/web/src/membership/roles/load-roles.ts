/** Apart from the routes, which are part of the first load of every page. */
import { queryClient } from '../../api/client.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { auditAction } from './audit-actions.ts';
import { auditQuery, membersQuery } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';

export async function loadRoles(guild: string): Promise<void> {
  await Promise.all([queryClient.ensureQueryData(guildQuery(guild)), rolesWords.load()]);
}

export async function loadMembers(guild: string): Promise<void> {
  await Promise.all([queryClient.prefetchQuery(membersQuery(guild)), loadRoles(guild)]);
}

export async function loadAudit(guild: string, page: number | undefined, action: string | undefined): Promise<void> {
  await Promise.all([loadRoles(guild), queryClient.prefetchQuery(auditQuery(guild, page ?? 1, auditAction(action)))]);
}
