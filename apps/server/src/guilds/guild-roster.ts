import type { Action } from '../core/ability.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { badRequest } from '../core/errors.ts';
import { logManaged } from '../rights/lock-organization.ts';
import { type OrganizationAccess, refuseArchived } from '../rights/organization.access.ts';
import { authorizedAccess } from '../rights/organization.rules.ts';

/**
 * The id of the guild whose roster the caller may access for this action. Throws NOT_FOUND, FORBIDDEN, or BAD_REQUEST:
 * only guilds of the game have a roster.
 */
export async function guildRoster(sql: Sql, actor: Actor, ref: string, action: Action): Promise<string> {
  return (await rosterAccess(sql, actor, ref, action)).organizationId;
}

/** The same for changes. Also throws CONFLICT. */
export async function changeableRoster(sql: Sql, actor: Actor, ref: string, action: Action): Promise<string> {
  const access = await rosterAccess(sql, actor, ref, action);
  refuseArchived(access);
  await logManaged(sql, actor, access);
  return access.organizationId;
}

/** The same with the caller's full access to the guild. */
export async function rosterAccess(sql: Sql, actor: Actor, ref: string, action: Action): Promise<OrganizationAccess> {
  const access = await authorizedAccess(sql, actor, ref, action, 'Roster');
  if (access.source !== 'synced') {
    throw badRequest('not_a_synced_guild', 'This organization is not an in-game guild, so it has no roster.');
  }
  return access;
}
