import type { Faction } from '@guildhall/contracts/organization.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { addRoles, syncedGuildRoles } from '../rights/default-roles.ts';
import { aliasCandidates } from './alias.ts';
import { isTaken } from './claim-alias.ts';

export type PlatformGuild = {
  region: Region;
  gameVersion: GameVersion;
  realmId: number;
  realmSlug: string;
  guildId: number;
  nameSlug: string;
  name: string;
  faction: Faction | null;
};

const FIND = query({ id: 'uuid' })`
  select id from organization
  where region = $1 and game_version = $2 and platform_realm_id = $3 and platform_guild_id = $4`;

const CREATE = query({ id: 'uuid' })`
  insert into organization (region, game_version, platform_realm_id, platform_guild_id, source, name, alias, realm_slug,
    name_slug, faction)
  values ($1, $2, $3, $4, 'synced', $5, $6, $7, $8, $9) returning id`;

const identityOf = ({ region, gameVersion, realmId, guildId }: PlatformGuild) => [
  region,
  gameVersion,
  realmId,
  guildId,
];

/**
 * Finds the organization of a platform guild, or creates it with its founder and rank roles when it is first seen.
 * (region, game version, realm id, guild id) identifies it, so two people who bring it in at once get the same one.
 */
export async function ensureSyncedGuild(
  { sql }: { sql: Sql },
  guild: PlatformGuild,
): Promise<{ id: string; created: boolean }> {
  const known = await organizationOf(sql, guild);
  if (known) return { ...known, created: false };
  const { name, realmSlug, nameSlug, faction } = guild;
  const values = [...identityOf(guild), name, await freeAlias(sql, guild), realmSlug, nameSlug, faction];
  const { id } = await sql.one(CREATE, values);
  await addRoles(sql, id, syncedGuildRoles());
  return { id, created: true };
}

/** The organization of a platform guild, if there is one. */
export const organizationOf = (sql: Sql, guild: PlatformGuild): Promise<{ id: string } | null> =>
  sql.maybe(FIND, identityOf(guild));

/** The first free alias. Another guild may take it meanwhile: the unique index lets this transaction start over. */
async function freeAlias(sql: Sql, { name, realmSlug, region }: PlatformGuild): Promise<string> {
  for (const alias of aliasCandidates([name, realmSlug, region])) {
    if (!(await isTaken(sql, alias, null))) return alias;
  }
  throw new Error(`No alias is left for ${name}`);
}
