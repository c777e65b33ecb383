import type { Guild } from '@guildhall/battlenet/schemas/guild.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { emblemOf } from '../crests/crest-files.ts';
import { factionOf, instantFrom } from './platform-values.ts';
import type { SyncedGuild } from './synced-guild.ts';

/** Once there is a roster it determines the member count: the platform's number includes members it lists nowhere. */
const DETAILS = statement`
  update organization set name = $2, realm_slug = $3, name_slug = $4, faction = coalesce($5, faction),
    emblem_data = coalesce($6::jsonb, emblem_data), achievement_points = coalesce($7, achievement_points),
    founded_at = coalesce($8, founded_at),
    member_count = case when roster_synced_at is null then coalesce($9, member_count) else member_count end
  where id = $1`;

/** Syncs name, faction, emblem, points and age of a guild. Values the platform omits stay as they were. */
export async function syncDetails(ctx: AppContext, guild: SyncedGuild, document: Guild): Promise<void> {
  const { name, faction, crest, achievement_points, created_timestamp, member_count } = document;
  await ctx.sql.run(DETAILS, [
    guild.organizationId,
    name,
    guild.realmSlug,
    guild.nameSlug,
    factionOf(faction?.type),
    crest && JSON.stringify(emblemOf(crest)),
    achievement_points,
    instantFrom(created_timestamp),
    member_count,
  ]);
}
