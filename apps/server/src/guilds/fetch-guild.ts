import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Guild, GuildAchievements } from '@guildhall/battlenet/schemas/guild.ts';
import type { AppContext } from '../core/services/context.ts';
import { type Asking, underItsName } from './guild-name.ts';
import type { SyncedGuild } from './synced-guild.ts';

/** Fetches a guild from the platform, with the slugs under which it was found. */
export function fetchGuild(
  ctx: AppContext,
  guild: SyncedGuild,
  asking: Asking,
): Promise<{ document: Guild; slugs: Pick<SyncedGuild, 'realmSlug' | 'nameSlug'> }> {
  return underItsName(ctx, guild, asking, async (named) => {
    const { region, gameVersion, realmSlug, nameSlug } = named;
    const { data } = await ctx.battlenet.guild({ region, gameVersion, ...asking }, named);
    refuseAnother(guild, data);
    return { document: data, slugs: { realmSlug, nameSlug } };
  });
}

export function fetchGuildAchievements(
  ctx: AppContext,
  guild: SyncedGuild,
  asking: Asking,
): Promise<GuildAchievements> {
  return underItsName(ctx, guild, asking, async (named) => {
    const { region, gameVersion } = named;
    const { data } = await ctx.battlenet.guildAchievements({ region, gameVersion, ...asking }, named);
    refuseAnother(guild, data.guild);
    return data;
  });
}

/** Another guild may have taken the name; its data must not be applied to this one. */
function refuseAnother(guild: SyncedGuild, answered: { id: number; realm: { id: number } }): void {
  if (answered.id === guild.guildId && answered.realm.id === guild.realmId) return;
  throw new BattlenetError('not_found', { path: 'guild', reason: 'the name belongs to another guild now' });
}
