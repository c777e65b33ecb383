import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';

/** A guild with everything needed to ask the platform about it. */
export type SyncedGuild = {
  organizationId: string;
  region: Region;
  gameVersion: GameVersion;
  realmId: number;
  guildId: number;
  realmSlug: string;
  nameSlug: string;
  /** Preserved as it is: jobs queued earlier skip it. */
  archived: boolean;
  /** The time of the last applied roster. */
  lastModified: string | null;
};

const GUILD = `
  select id as "organizationId", region, game_version as "gameVersion", realm_slug as "realmSlug", name_slug as "nameSlug",
    platform_realm_id as "realmId", platform_guild_id::float8 as "guildId", roster_last_modified as "lastModified",
    archived_at is not null as archived
  from organization where id = $1 and source = 'synced'`;

/** Undefined when it is gone, or not a guild of the game. */
export async function findSyncedGuild(sql: Sql, organizationId: string): Promise<SyncedGuild | undefined> {
  return (await sql<SyncedGuild>(GUILD, [organizationId]))[0];
}

/** Identifies the guild in a log line. */
export const placeOfGuild = ({ region, gameVersion, realmSlug, nameSlug }: SyncedGuild) => ({
  guild: `${nameSlug} (${realmSlug}, ${region}, ${gameVersion})`,
});
