import type { CharacterAchievementStatistics } from '@guildhall/battlenet/schemas/achievement-statistics.ts';
import { instantFrom } from '../../../guilds/guild-sync/platform-values.ts';
import { englishName } from '../../../reference/game-data/names.ts';

/** The platform states no id that could be checked against a recording, so the English name identifies the statistic. */
const DELVES = 'Total delves completed';

/** How many delves the character has completed, and when the last one ended. Null where the platform counts none. */
export function worldDocument({ categories, statistics }: CharacterAchievementStatistics) {
  const listed = [...categories, ...statistics].flatMap((category) => [
    ...category.statistics,
    ...category.sub_categories.flatMap((sub) => sub.statistics),
  ]);
  const delves = listed.find(({ name }) => englishName(name) === DELVES);
  const countedAt = instantFrom(delves?.last_updated_timestamp ?? null);
  if (!delves || delves.quantity === null || countedAt === null) return { delves: null };
  return { delves: { count: Math.floor(delves.quantity), countedAt } };
}
