import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { GuildRoster } from '@guildhall/battlenet/schemas/guild.ts';
import type { AppContext } from '../core/services/context.ts';
import { type Asking, underItsName } from '../guilds/guild-name.ts';
import { factionOf } from '../guilds/platform-values.ts';
import type { SyncedGuild } from '../guilds/synced-guild.ts';
import { factionOfRace } from '../reference/playable-options.ts';
import type { RosterMember } from './apply-roster.ts';

type Roster = { members: RosterMember[]; guildName: string; lastModified: string | null };
/** Fetches the platform's roster of a guild: one request, or a few more after the guild was renamed. */
export function fetchRoster(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<Roster> {
  return underItsName(ctx, guild, asking, (named) => requestRoster(ctx, named, asking));
}

async function requestRoster(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<Roster> {
  const { region, gameVersion, lastModified: ifModifiedSince } = guild;
  const call = { region, gameVersion, ...asking, ...(ifModifiedSince ? { ifModifiedSince } : {}) };
  const { data, lastModified } = await ctx.battlenet.guildRoster(call, guild);
  // Another guild may have taken the name; its data must not be applied to this one.
  if (data.guild.id !== guild.guildId || data.guild.realm.id !== guild.realmId) {
    throw new BattlenetError('not_found', { path: 'roster', reason: 'the name belongs to another guild now' });
  }
  return { members: [...membersOf(data).values()], guildName: data.guild.name, lastModified };
}

/** Keyed by identity, so that a member listed twice counts once. */
function membersOf(roster: GuildRoster): Map<string, RosterMember> {
  return new Map(
    roster.members.map(({ character, rank }) => [
      `${character.realm.id}/${character.id}`,
      {
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
      },
    ]),
  );
}
