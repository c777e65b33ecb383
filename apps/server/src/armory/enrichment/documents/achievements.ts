import type { CharacterAchievements } from '@guildhall/battlenet/schemas/achievements.ts';
import type { AchievementsSummary } from '@guildhall/contracts/character-progress.ts';
import { instantFrom } from '../../../guilds/guild-sync/platform-values.ts';
import { namedRef } from '../../../reference/game-data/names.ts';

export function achievementsDocument(raw: CharacterAchievements): AchievementsSummary {
  return {
    totalPoints: raw.total_points,
    totalQuantity: raw.total_quantity,
    recent: raw.recent_events.flatMap(({ achievement, timestamp }) => {
      const earned = namedRef(achievement, 'Achievement');
      return earned ? [{ ...earned, completedAt: instantFrom(timestamp) }] : [];
    }),
    categories: raw.category_progress.flatMap(({ category, quantity, points }) => {
      const named = namedRef(category, 'Category');
      return named ? [{ ...named, quantity, points }] : [];
    }),
  };
}
