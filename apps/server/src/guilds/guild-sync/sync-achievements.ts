import type { GuildAchievements } from '@guildhall/battlenet/schemas/guild.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import type { AchievementCategory, AchievementEarned } from '@guildhall/contracts/guild.ts';
import { compareNames } from '../../core/db/by-name.ts';
import { statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { outdatedAnswer } from './sync-details.ts';
import { type Asking, askUnderGuildName, type SyncedGuild } from './synced-guild.ts';

const MAX_CATEGORIES = 200;
const MAX_RECENT = 10;

const STORE = statement`
  insert into guild_achievements as a (organization_id, total_quantity, total_points, categories, recent, synced_at, last_modified)
  values ($1, $2, $3, $4::jsonb, $5::jsonb, now(), $6)
  on conflict (organization_id) do update set total_quantity = excluded.total_quantity,
    total_points = excluded.total_points, categories = excluded.categories, recent = excluded.recent,
    synced_at = excluded.synced_at, last_modified = coalesce(excluded.last_modified, a.last_modified)
  where coalesce(excluded.last_modified::timestamptz >= a.last_modified::timestamptz
    or a.last_modified::timestamptz > now() + interval '1 minute', true)`;

export async function syncAchievements(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<void> {
  const ask = ctx.battlenet.guildAchievements;
  const { data: document, lastModified } = await askUnderGuildName(ctx, guild, asking, ask, (data) => data.guild);
  const stored = await ctx.sql.run(STORE, [
    guild.organizationId,
    document.total_quantity ?? 0,
    document.total_points ?? 0,
    JSON.stringify(categoriesOf(document)),
    JSON.stringify(recentOf(document)),
    lastModified,
  ]);
  if (stored === 0) throw outdatedAnswer('achievements');
}

function categoriesOf({ category_progress }: GuildAchievements): AchievementCategory[] {
  return category_progress
    .map(({ category, quantity, points }) => ({ ...named(category), quantity: quantity ?? 0, points: points ?? 0 }))
    .sort((left, right) => right.points - left.points || compareNames(left.name, right.name))
    .slice(0, MAX_CATEGORIES);
}

/** The platform's recent events, or else the achievements completed last. */
function recentOf({ recent_events, achievements }: GuildAchievements): AchievementEarned[] {
  const completed = achievements.flatMap(({ achievement, completed_timestamp }) =>
    completed_timestamp === null ? [] : [{ achievement, timestamp: completed_timestamp }],
  );
  return (recent_events.length > 0 ? recent_events : completed)
    .toSorted((left, right) => right.timestamp - left.timestamp)
    .slice(0, MAX_RECENT)
    .map(({ achievement, timestamp }) => ({
      ...named(achievement),
      completedAt: new Date(timestamp).toISOString(),
    }));
}

type Reference = GuildAchievements['category_progress'][number]['category'];

const named = ({ id, name }: Reference) => ({ id, name: textIn(name, 'en_US') ?? `#${id}` });
