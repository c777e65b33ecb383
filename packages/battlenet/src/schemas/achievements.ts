import { z } from 'zod';
import { orEmpty, orNull, Reference } from './primitives.ts';

/**
 * GET …/achievements. The list of all achievements with their criteria, which makes the document megabytes large, is
 * left out: nothing here reads it.
 */
export type CharacterAchievements = z.infer<typeof CharacterAchievements>;
export const CharacterAchievements = z.object({
  total_quantity: orNull(z.int()),
  total_points: orNull(z.int()),
  category_progress: orEmpty(z.object({ category: Reference, quantity: orNull(z.int()), points: orNull(z.int()) })),
  /** Milliseconds since 1970. */
  recent_events: orEmpty(z.object({ achievement: Reference, timestamp: orNull(z.int()) })),
});
