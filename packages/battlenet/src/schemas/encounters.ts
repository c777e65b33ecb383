import { z } from 'zod';
import { Int, orEmpty, orNull, Reference, Timestamp, TypedName } from './primitives.ts';

const Kill = z.object({
  encounter: Reference,
  completed_count: orNull(Int),
  /** Milliseconds since 1970. */
  last_kill_timestamp: orNull(Timestamp),
});

const Mode = z.object({
  difficulty: TypedName,
  status: orNull(TypedName),
  progress: orNull(z.object({ completed_count: orNull(Int), total_count: orNull(Int), encounters: orEmpty(Kill) })),
});

/**
 * GET …/encounters/raids and …/encounters/dungeons. "Expansion" 505, Current Season, is not a real one: it repeats
 * instances listed under their own. A reworked dungeon is listed under two expansions.
 */
export type CharacterEncounters = z.infer<typeof CharacterEncounters>;
export const CharacterEncounters = z.object({
  expansions: orEmpty(
    z.object({
      expansion: Reference,
      instances: orEmpty(z.object({ instance: Reference, modes: orEmpty(Mode) })),
    }),
  ),
});
