import { reservedAliases } from '@guildhall/contracts/manage-organization.ts';
import type { Faction } from '@guildhall/contracts/organization.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import { addRoles, syncedGuildRoles } from '../../membership/rights/default-roles.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { isAliasTaken } from './claim-alias.ts';

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

/**
 * Finds the organization of a platform guild, or creates it with its founder and rank roles when it is first seen.
 * (region, game version, realm id, guild id) identifies it, so two people who bring it in at once get the same one.
 */
export async function ensureSyncedGuild(
  { em, sql }: Rows,
  guild: PlatformGuild,
): Promise<{ id: string; created: boolean }> {
  const known = await findOrganizationOf(sql, guild);
  if (known) return { ...known, created: false };
  const { realmId, guildId, ...named } = guild;
  const { id } = em.create(Organization, {
    ...{ ...named, source: 'synced', alias: await freeAlias(sql, guild) },
    ...{ platformRealmId: realmId, platformGuildId: guildId },
  });
  await addRoles(sql, id, syncedGuildRoles());
  return { id, created: true };
}

/** The organization of a platform guild, if there is one. */
export const findOrganizationOf = (
  sql: Sql,
  { region, gameVersion, realmId, guildId }: PlatformGuild,
): Promise<{ id: string } | null> => sql.maybe(FIND, [region, gameVersion, realmId, guildId]);

/** The first free alias. Another guild may take it meanwhile: the unique index lets this transaction start over. */
async function freeAlias(sql: Sql, { name, realmSlug, region }: PlatformGuild): Promise<string> {
  for (const alias of aliasCandidates([name, realmSlug, region])) {
    if (!(await isAliasTaken(sql, alias, null))) return alias;
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
function* aliasCandidates(parts: string[]): Generator<string> {
  const base = parts.map(slugify).filter(Boolean).join('-') || 'guild';
  if (!reservedAliases.includes(base)) yield base;
  for (let suffix = 2; suffix < 1_000; suffix++) yield `${base}-${suffix}`;
}
