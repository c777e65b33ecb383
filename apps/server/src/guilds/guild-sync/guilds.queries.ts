import type {
  AchievementCategory,
  AchievementEarned,
  GuildAchievementsView,
  GuildRankView,
} from '@guildhall/contracts/guild.ts';
import type { Actor } from '../../core/actor.ts';
import { json, query } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { guildRoster, organizationAccess } from '../../membership/rights/organization.access.ts';

const RANKS = query({ rank: 'int!', name: 'text', memberCount: 'int', roleId: 'uuid' })`
  select r.game_rank as rank, r.name, r.id as "roleId",
    (select count(*) from roster_entry e where e.organization_id = $1 and e.rank = r.game_rank and e.left_at is null)::int
      as "memberCount"
  from role r where r.organization_id = $1 and r.game_rank is not null order by r.game_rank`;

/** The ranks of a guild: the platform's numbers with the guild's own names. */
export async function listRanks({ sql }: AppContext, actor: Actor, ref: string): Promise<GuildRankView[]> {
  return sql.many(RANKS, [await guildRoster(sql, actor, ref, 'read')]);
}

const ACHIEVEMENTS = query({
  totalQuantity: 'int',
  totalPoints: 'int',
  categories: json<AchievementCategory[]>(),
  recent: json<AchievementEarned[]>(),
  syncedAt: 'instant',
})`
  select total_quantity as "totalQuantity", total_points as "totalPoints", categories, recent, synced_at as "syncedAt"
  from guild_achievements where organization_id = $1`;

const NONE_YET = { totalQuantity: 0, totalPoints: 0, categories: [], recent: [], syncedAt: null };

export async function getAchievements({ sql }: AppContext, actor: Actor, ref: string): Promise<GuildAchievementsView> {
  const { organizationId, source } = await organizationAccess(sql, actor, ref);
  if (source !== 'synced') {
    throw badRequest('not_a_synced_guild', 'Only in-game guilds have achievements.');
  }
  return (await sql.maybe(ACHIEVEMENTS, [organizationId])) ?? NONE_YET;
}
