import type { Faction } from '@guildhall/contracts/organization.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { takeTurns } from '../core/db/take-turns.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { syncedGuildRoles } from '../rights/default-roles.ts';
import { Organization } from '../rights/organization.entity.ts';
import { Role } from '../rights/role.entity.ts';
import { aliasCandidates } from './alias.ts';
import { isTaken, lockAliases } from './claim-alias.ts';

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

/**
 * Finds the organization of a platform guild, or creates it with its founder and rank roles when it is first seen.
 * (region, game version, realm id, guild id) identifies it, so two people who bring it in at once get the same one.
 */
export async function ensureSyncedGuild(
  tx: UnitOfWork,
  guild: PlatformGuild,
): Promise<{ id: string; created: boolean }> {
  const { em, sql } = tx;
  const identity = identityOf(guild);
  await takeTurns(sql, `guild:${Object.values(identity).join(':')}`);
  const known = await findSyncedGuild(tx, guild);
  if (known) return known;

  const organization = em.create(Organization, {
    ...identity,
    name: guild.name,
    alias: await freeAlias(tx, guild),
    type: 'guild',
    source: 'synced',
    realmSlug: guild.realmSlug,
    nameSlug: guild.nameSlug,
    faction: guild.faction,
    settings: {},
  });
  for (const role of syncedGuildRoles()) em.create(Role, { ...role, organization });
  await em.flush();
  return { id: organization.id, created: true };
}

/** The organization of a platform guild, if there is one. */
export async function findSyncedGuild(
  { em }: UnitOfWork,
  guild: PlatformGuild,
): Promise<{ id: string; created: false } | null> {
  const known = await em.findOne(Organization, identityOf(guild));
  return known && { id: known.id, created: false };
}

const identityOf = ({ region, gameVersion, realmId, guildId }: PlatformGuild) => ({
  region,
  gameVersion,
  platformRealmId: realmId,
  platformGuildId: guildId,
});

/** The first free alias. The lock makes two guilds with the same name on different realms take turns. */
async function freeAlias({ sql }: UnitOfWork, { name, realmSlug, region }: PlatformGuild): Promise<string> {
  await lockAliases(sql);
  for (const alias of aliasCandidates([name, realmSlug, region])) {
    if (!(await isTaken(sql, alias, null))) return alias;
  }
  throw new Error(`No alias is left for ${name}`);
}
