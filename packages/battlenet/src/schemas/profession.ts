import { z } from 'zod';
import { Int, LocalizedText, orEmpty, orNull, Reference, SmallInt, TypedName } from './primitives.ts';

/** GET /data/wow/profession/index. */
export type ProfessionsIndex = z.infer<typeof ProfessionsIndex>;
export const ProfessionsIndex = z.object({ professions: z.array(Reference) });

/** GET /data/wow/profession/{id}. Archaeology and similar professions have no skill tiers. */
export type Profession = z.infer<typeof Profession>;
export const Profession = z.object({
  id: Int,
  name: LocalizedText,
  description: LocalizedText,
  type: orNull(TypedName),
  skill_tiers: orEmpty(Reference),
});

/** GET /data/wow/profession/{id}/skill-tier/{id}: names all recipes of the tier. The maximum is not always 100. */
export type ProfessionSkillTier = z.infer<typeof ProfessionSkillTier>;
export const ProfessionSkillTier = z.object({
  id: Int,
  name: LocalizedText,
  minimum_skill_level: orNull(SmallInt),
  maximum_skill_level: orNull(SmallInt),
  categories: orEmpty(z.object({ name: LocalizedText, recipes: orEmpty(Reference) })),
});

/**
 * GET /data/wow/recipe/{id}. Most have no crafted item (an enchantment, or an item the platform does not name); some
 * have one for each faction.
 */
export type Recipe = z.infer<typeof Recipe>;
export const Recipe = z.object({
  id: Int,
  name: LocalizedText,
  description: LocalizedText,
  crafted_item: orNull(Reference),
  alliance_crafted_item: orNull(Reference),
  horde_crafted_item: orNull(Reference),
});
