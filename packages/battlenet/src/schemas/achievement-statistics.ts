import { z } from 'zod';
import { Int, LocalizedText, orEmpty, orNull, stating, Timestamp } from './primitives.ts';

const Statistic = z.object({
  id: Int,
  name: LocalizedText,
  quantity: orNull(z.number()),
  /** Milliseconds since 1970: when the quantity last changed. */
  last_updated_timestamp: orNull(Timestamp),
});

const Category = z.object({
  statistics: orEmpty(Statistic),
  sub_categories: orEmpty(z.object({ statistics: orEmpty(Statistic) })),
});

/** GET …/achievements/statistics. The list was called `statistics` in 2020 and is called `categories` today. */
export type CharacterAchievementStatistics = z.infer<typeof CharacterAchievementStatistics>;
export const CharacterAchievementStatistics = stating(
  ['categories', 'statistics'],
  z.object({ categories: orEmpty(Category), statistics: orEmpty(Category) }),
);
