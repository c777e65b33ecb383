import type { GuildRoster } from '@guildhall/battlenet/schemas/guild.ts';
import type { Faction } from '@guildhall/contracts/organization.ts';
import type { AppContext } from '../core/services/context.ts';
import { type Asking, underItsName } from '../guilds/guild-name.ts';
import { factionOf } from '../guilds/platform-values.ts';
import type { SyncedGuild } from '../guilds/synced-guild.ts';
import { factionOfRace } from '../reference/playable-options.ts';

export type RosterMember = ReturnType<typeof membersOf>[number];
export type RosterAnswer = {
  members: RosterMember[];
  guildName: string;
  faction: Faction | null;
  lastModified: string | null;
};

/** Fetches the platform's roster of a guild: one request, or a few more after the guild was renamed. */
export async function fetchRoster(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<RosterAnswer> {
  const { data, lastModified } = await underItsName(
    ctx,
    guild,
    asking,
    (call, named) => ctx.battlenet.guildRoster({ ...call, ifModifiedSince: named.lastModified }, named),
    (roster) => roster.guild,
  );
  const { name, faction } = data.guild;
  return { members: membersOf(data), guildName: name, faction: factionOf(faction?.type), lastModified };
}

function membersOf(roster: GuildRoster) {
  const members = roster.members.map(({ character, rank }) => ({
    realmId: character.realm.id,
    characterId: character.id,
    name: character.name,
    realmSlug: character.realm.slug,
    level: character.level,
    classId: character.playable_class.id,
    raceId: character.playable_race.id,
    faction:
      factionOf(character.faction?.type) ??
      factionOfRace(character.playable_race.id) ??
      factionOf(roster.guild.faction?.type),
    rank,
  }));
  // By identity, so that a member listed twice counts once: with the lower rank, which has a higher number.
  const byRank = members.toSorted((one, other) => one.rank - other.rank);
  return [...new Map(byRank.map((member) => [`${member.realmId}/${member.characterId}`, member])).values()];
}
