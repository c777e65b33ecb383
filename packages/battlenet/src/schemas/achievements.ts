import { z } from 'zod';
import { Int, orEmpty, orNull, Reference, stating, Timestamp } from './primitives.ts';

/**
 * GET …/achievements. The schema leaves out the list of all achievements with their criteria, which makes the document
 * megabytes large, because nothing reads it.
 */
export type CharacterAchievements = z.infer<typeof CharacterAchievements>;
export const CharacterAchievements = stating(
  ['total_quantity', 'total_points', 'category_progress'],
  z.object({
    total_quantity: orNull(Int),
    total_points: orNull(Int),
    category_progress: orEmpty(z.object({ category: Reference, quantity: orNull(Int), points: orNull(Int) })),
    /** Milliseconds since 1970. */
    recent_events: orEmpty(z.object({ achievement: Reference, timestamp: orNull(Timestamp) })),
  }),
);
