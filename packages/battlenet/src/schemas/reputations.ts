import { z } from 'zod';
import { Int, LocalizedText, orNull, Reference } from './primitives.ts';

/** Has `tier` or `renown_level`, or neither. `max` is 0 at the highest tier; `raw` goes down to −42,000. */
const Standing = z.object({
  raw: orNull(z.number()),
  value: orNull(z.number()),
  max: orNull(z.number()),
  tier: orNull(Int),
  renown_level: orNull(Int),
  name: LocalizedText,
});

const Paragon = z.object({ value: orNull(z.number()), max: orNull(z.number()) });

/** GET …/reputations. Every character has a standing with some faction, so the list is never missing. */
export type CharacterReputations = z.infer<typeof CharacterReputations>;
export const CharacterReputations = z.object({
  reputations: z.array(z.object({ faction: Reference, standing: orNull(Standing), paragon: orNull(Paragon) })),
});
