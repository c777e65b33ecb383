import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, type RowOf, text } from '../core/db/statement.ts';

/** A guild with everything needed to ask the platform about it. */
export type SyncedGuild = RowOf<typeof GUILD>;

const GUILD = query({
  organizationId: 'uuid',
  region: text(Region.options).known,
  gameVersion: text(GameVersion.options).known,
  realmId: 'int!',
  guildId: 'float',
  realmSlug: 'text!',
  nameSlug: 'text!',
  archived: 'bool',
  lastModified: 'text?',
})`
  select id as "organizationId", region, game_version as "gameVersion", realm_slug as "realmSlug", name_slug as "nameSlug",
    platform_realm_id as "realmId", platform_guild_id::float8 as "guildId", roster_last_modified as "lastModified",
    archived_at is not null as archived
  from organization where id = $1 and source = 'synced'`;

/** Null when it is gone, or not a guild of the game. */
export function findSyncedGuild(sql: Sql, organizationId: string): Promise<SyncedGuild | null> {
  return sql.maybe(GUILD, [organizationId]);
}

/** Identifies the guild in a log line. */
export const placeOfGuild = ({ region, gameVersion, realmSlug, nameSlug }: SyncedGuild) => ({
  guild: `${nameSlug} (${realmSlug}, ${region}, ${gameVersion})`,
});
