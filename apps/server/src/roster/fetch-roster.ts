import type { Priority } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { guildSlugFromHref } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import type { GuildRoster } from '@guildhall/battlenet/schemas/guild.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { factionOf } from '../characters/platform-values.ts';
import type { AppContext } from '../core/context.ts';
import { isAbsence } from '../core/platform-failure.ts';
import type { RosterMember } from './apply-roster.ts';

export type SyncedGuild = {
  organizationId: string;
  region: Region;
  gameVersion: GameVersion;
  realmId: number;
  guildId: number;
  realmSlug: string;
  nameSlug: string;
  lastModified: string | null;
};

type Roster = { members: RosterMember[]; guildName: string; lastModified: string | null };
type Asking = { priority: Priority; signal: AbortSignal };

/** The platform's roster of a guild: one request, or a few more after the guild was renamed. */
export async function fetchRoster(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<Roster> {
  try {
    return await requestRoster(ctx, guild, asking);
  } catch (error) {
    if (!(error instanceof BattlenetError && error.kind === 'not_found')) throw error;
    const renamed = await findUnderNewName(ctx, guild, asking);
    if (!renamed) throw error;
    return requestRoster(ctx, renamed, asking);
  }
}

async function requestRoster(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<Roster> {
  const { region, gameVersion, lastModified: ifModifiedSince } = guild;
  const call = { region, gameVersion, ...asking, ...(ifModifiedSince ? { ifModifiedSince } : {}) };
  const { data, lastModified } = await ctx.battlenet.guildRoster(call, guild);
  // Another guild may have taken the name: an answer about it must not be applied to this one.
  if (data.guild.id !== guild.guildId || data.guild.realm.id !== guild.realmId) {
    throw new BattlenetError('not_found', { path: 'roster', reason: 'the name belongs to another guild now' });
  }
  return { members: [...membersOf(data).values()], guildName: data.guild.name, lastModified };
}

/** By identity: whoever is listed twice is one member. */
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
        faction: factionOf(character.faction?.type),
        rank,
      },
    ]),
  );
}

const RECENT_MEMBERS = `
  select name, realm_slug as "realmSlug" from roster_entry where organization_id = $1 and left_at is null
  order by last_login_at desc nulls last, rank limit 3`;

/** A renamed guild has a new slug; its members' profiles name it. Identity is checked again on the way. */
async function findUnderNewName(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<SyncedGuild | undefined> {
  const members = await ctx.sql<{ name: string; realmSlug: string }>(RECENT_MEMBERS, [guild.organizationId]);
  for (const member of members) {
    const { region, gameVersion } = guild;
    const profile = await ctx.battlenet.characterProfile({ region, gameVersion, ...asking }, member).catch((error) => {
      if (isAbsence(error)) return null;
      throw error;
    });
    const slugs = profile && otherNameOf(guild, profile.data);
    if (!slugs) continue;
    const text = 'update organization set realm_slug = $2, name_slug = $3 where id = $1';
    await ctx.sql(text, [guild.organizationId, slugs.realmSlug, slugs.nameSlug]);
    return { ...guild, ...slugs, lastModified: null };
  }
  return undefined;
}

/** The slugs under which a profile knows this guild, when they are not those that we know. */
export function otherNameOf(
  guild: Pick<SyncedGuild, 'realmId' | 'guildId' | 'realmSlug' | 'nameSlug'>,
  { guild: named }: CharacterProfile,
) {
  if (!named?.key || named.id !== guild.guildId || named.realm.id !== guild.realmId) return null;
  const slugs = guildSlugFromHref(named.key.href);
  return slugs && (slugs.nameSlug !== guild.nameSlug || slugs.realmSlug !== guild.realmSlug) ? slugs : null;
}
