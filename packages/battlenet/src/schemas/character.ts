import { z } from 'zod';
import { GuildReference } from './guild.ts';
import { orNull, RealmReference, Reference, TypedName } from './primitives.ts';

// Classic sends `{ id: 0 }` for a character without a specialization.
const ActiveSpecialization = orNull(Reference).transform((spec) => (spec?.id === 0 ? null : spec));

/** GET /profile/wow/character/{realm}/{name}. `id` is unique within the realm only. */
export type CharacterProfile = z.infer<typeof CharacterProfile>;
export const CharacterProfile = z.object({
  id: z.int(),
  name: z.string().min(1),
  realm: RealmReference,
  character_class: Reference,
  race: Reference,
  level: z.int().min(0),
  gender: orNull(TypedName),
  faction: orNull(TypedName),
  active_spec: ActiveSpecialization,
  guild: orNull(GuildReference),
  achievement_points: orNull(z.int()),
  average_item_level: orNull(z.number()),
  equipped_item_level: orNull(z.number()),
  /** Milliseconds since 1970. */
  last_login_timestamp: orNull(z.int()),
});

/**
 * GET /profile/wow/character/{realm}/{name}/status. The platform's terms: data of a character is to be deleted when
 * this answers 404, when `is_valid` is false, or when `id` is not the one we know.
 */
export type CharacterStatus = z.infer<typeof CharacterStatus>;
export const CharacterStatus = z.object({ id: z.int(), is_valid: z.boolean() });
