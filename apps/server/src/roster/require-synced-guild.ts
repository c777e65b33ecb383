import { AppError } from '../core/errors.ts';
import type { OrganizationAccess } from '../organizations/organization.access.ts';

/** Rosters, ranks and their syncs exist for guilds of the game only. Throws BAD_REQUEST. */
export function requireSyncedGuild(access: OrganizationAccess): void {
  if (access.source !== 'synced') {
    throw new AppError('BAD_REQUEST', 'not_a_synced_guild', 'Only guilds of the game have a roster.');
  }
}
