import { z } from 'zod';
import { Int, LocalizedText, orEmpty, orNull, Reference, SmallInt } from './primitives.ts';

/** The part of a profession that belongs to one expansion. The maximum is not always 100. */
const ProfessionTier = z.object({
  tier: Reference,
  skill_points: orNull(SmallInt),
  max_skill_points: orNull(Int),
  known_recipes: orEmpty(Reference),
});

/** Archaeology has its skill points here and no tiers. */
export type CharacterProfession = z.infer<typeof CharacterProfession>;
const CharacterProfession = z.object({
  profession: Reference,
  specialization: orNull(z.object({ name: LocalizedText })),
  skill_points: orNull(SmallInt),
  max_skill_points: orNull(Int),
  tiers: orEmpty(ProfessionTier),
});

/** GET …/professions. */
export type CharacterProfessions = z.infer<typeof CharacterProfessions>;
export const CharacterProfessions = z.object({
  primaries: orEmpty(CharacterProfession),
  secondaries: orEmpty(CharacterProfession),
});
