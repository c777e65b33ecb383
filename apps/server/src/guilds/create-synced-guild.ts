import { reservedAliases } from '@guildhall/contracts/manage-organization.ts';
import type { Faction } from '@guildhall/contracts/organization.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { addRoles, syncedGuildRoles } from '../rights/default-roles.ts';
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

const identityOf = (guild: PlatformGuild) => [guild.region, guild.gameVersion, guild.realmId, guild.guildId];

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

const MAX_LENGTH = 60;

/** Turns any text into a URL part: lower-case ASCII letters and digits joined by hyphens. May be empty. */
function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '');
}

/** Aliases to try in turn; a name in another script leaves only realm and region readable. */
export function* aliasCandidates(parts: string[]): Generator<string> {
  const base = parts.map(slugify).filter(Boolean).join('-') || 'guild';
  if (!reservedAliases.includes(base)) yield base;
  for (let suffix = 2; suffix < 1_000; suffix++) yield `${base}-${suffix}`;
}
