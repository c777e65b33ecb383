import type { World } from '@guildhall/simulator/world.ts';
import { createContext } from '../../apps/server/src/app/compose.ts';
import type { Config } from '../../apps/server/src/core/config.ts';
import { statement } from '../../apps/server/src/core/db/statement.ts';
import { ensureSyncedGuild } from '../../apps/server/src/guilds/guild-sync/create-synced-guild.ts';
import { factionOf } from '../../apps/server/src/guilds/guild-sync/platform-values.ts';

const PERSON = statement`
  with person as (insert into app_user (display_name) values ('Person') returning id)
  insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
    realm_slug, class_id, race_id, level, verified_at)
  select id, 'synced', $1, $2, $3, $4, $5, $6, $7, $8, $9, now() from person`;

/**
 * Creates the organization of a simulated guild without its roster, and one person who plays a member. Returns its id.
 */
export async function createGuild(config: Config, world: World, key: string): Promise<string> {
  const guild = world.guild(key);
  const [member] = world.members(guild);
  if (!member) throw new Error(`The guild ${key} has no members`);
  await using ctx = await createContext(config);
  return ctx.transact(async (tx) => {
    const { region, gameVersion, id: realmId, slug: realmSlug } = guild.realm;
    const { id } = await ensureSyncedGuild(tx, {
      region,
      gameVersion,
      realmId,
      realmSlug,
      guildId: guild.id,
      nameSlug: guild.slug,
      name: guild.name,
      faction: factionOf(guild.faction),
    });
    const { realm, name, classId, raceId, level } = member;
    const identity = [realm.region, realm.gameVersion, realm.id, member.id];
    await tx.sql.run(PERSON, [...identity, name, realm.slug, classId, raceId, level]);
    return id;
  });
}
