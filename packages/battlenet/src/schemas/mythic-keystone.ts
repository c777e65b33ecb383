import { platformName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';
import { Int, LargeId, orEmpty, orNull, RealmReference, Reference, Timestamp } from './primitives.ts';

const Rating = z.object({ rating: orNull(z.number()) });

/** This document gives the realm without a name. */
const RunMember = z.object({
  character: z.object({ id: LargeId, name: platformName(), realm: orNull(RealmReference) }),
  specialization: orNull(Reference),
  race: orNull(Reference),
  equipped_item_level: orNull(z.number().max(32_767)),
});

const Run = z.object({
  dungeon: orNull(Reference),
  keystone_level: orNull(Int),
  /** Milliseconds. */
  duration: orNull(Int),
  /** Milliseconds since 1970. */
  completed_timestamp: orNull(Timestamp),
  is_completed_within_time: orNull(z.boolean()),
  keystone_affixes: orEmpty(Reference),
  mythic_rating: orNull(Rating),
  members: orEmpty(RunMember),
});

/** GET …/mythic-keystone-profile. A character without runs has neither a rating, nor runs of the week, nor a season. */
export type CharacterMythicKeystone = z.infer<typeof CharacterMythicKeystone>;
export const CharacterMythicKeystone = z.object({
  current_mythic_rating: orNull(Rating),
  current_period: orNull(z.object({ period: orNull(z.object({ id: Int })), best_runs: orEmpty(Run) })),
  seasons: orEmpty(z.object({ id: Int })),
});

/**
 * GET …/mythic-keystone-profile/season/{id}: the best run in each dungeon; 404 for a season the character did not play.
 */
export type CharacterMythicKeystoneSeason = z.infer<typeof CharacterMythicKeystoneSeason>;
export const CharacterMythicKeystoneSeason = z.object({
  season: orNull(z.object({ id: Int })),
  best_runs: z.array(Run),
  mythic_rating: orNull(Rating),
});
