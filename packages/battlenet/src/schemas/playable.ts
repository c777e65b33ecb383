import { z } from 'zod';
import { LocalizedText, orEmpty, orNull, SmallInt, SmallReference, TypedName } from './primitives.ts';

const GenderedName = z.object({ male: LocalizedText, female: LocalizedText });

/** GET /data/wow/playable-class/index. */
export type PlayableClassesIndex = z.infer<typeof PlayableClassesIndex>;
export const PlayableClassesIndex = z.object({ classes: z.array(SmallReference) });

/**
 * GET /data/wow/playable-class/{id}. Classic has no specializations; `playable_races` is null when the platform leaves
 * it out.
 */
export type PlayableClass = z.infer<typeof PlayableClass>;
export const PlayableClass = z.object({
  id: SmallInt,
  name: LocalizedText,
  gender_name: orNull(GenderedName),
  power_type: orNull(SmallReference),
  specializations: orEmpty(SmallReference),
  playable_races: orNull(z.array(SmallReference)),
});

/** GET /data/wow/playable-race/index. A race open to both factions has one id for each. */
export type PlayableRacesIndex = z.infer<typeof PlayableRacesIndex>;
export const PlayableRacesIndex = z.object({ races: z.array(SmallReference) });

/** GET /data/wow/playable-race/{id}. `playable_classes` is null when the platform leaves it out. */
export type PlayableRace = z.infer<typeof PlayableRace>;
export const PlayableRace = z.object({
  id: SmallInt,
  name: LocalizedText,
  gender_name: orNull(GenderedName),
  faction: orNull(TypedName),
  is_selectable: orNull(z.boolean()),
  is_allied_race: orNull(z.boolean()),
  playable_classes: orNull(z.array(SmallReference)),
});

/** GET /data/wow/playable-specialization/index. */
export type PlayableSpecializationsIndex = z.infer<typeof PlayableSpecializationsIndex>;
export const PlayableSpecializationsIndex = z.object({
  character_specializations: z.array(SmallReference),
  pet_specializations: orEmpty(SmallReference),
});

/**
 * GET /data/wow/playable-specialization/{id}. The role is TANK, HEALER or DAMAGE; it does not tell melee from ranged.
 */
export type PlayableSpecialization = z.infer<typeof PlayableSpecialization>;
export const PlayableSpecialization = z.object({
  id: SmallInt,
  name: LocalizedText,
  playable_class: SmallReference,
  role: orNull(TypedName),
});
