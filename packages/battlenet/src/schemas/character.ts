import { platformName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';
import { GuildReference } from './guild.ts';
import {
  Int,
  LargeId,
  LocalizedText,
  OptionalLink,
  orNull,
  RealmReference,
  Reference,
  SmallInt,
  SmallReference,
  Timestamp,
  TypedName,
} from './primitives.ts';

// Classic sends `{ id: 0 }` for a character without a specialization.
const ActiveSpecialization = orNull(Reference).transform((spec) => (spec?.id === 0 ? null : spec));

/** Documents that a profile can link. Game versions without such a document have no link. */
const links = {
  achievements: OptionalLink,
  achievements_statistics: OptionalLink,
  /** Called `raid_progression` until 2020. */
  encounters: OptionalLink,
  raid_progression: OptionalLink,
  equipment: OptionalLink,
  media: OptionalLink,
  mythic_keystone_profile: OptionalLink,
  professions: OptionalLink,
  pvp_summary: OptionalLink,
  reputations: OptionalLink,
  specializations: OptionalLink,
  statistics: OptionalLink,
};
export type CharacterLink = keyof typeof links;

/** GET /profile/wow/character/{realm}/{name}. `id` is unique within the realm only. */
export type CharacterProfile = z.infer<typeof CharacterProfile>;
export const CharacterProfile = z.object({
  id: LargeId,
  name: platformName(),
  realm: RealmReference,
  character_class: SmallReference,
  race: SmallReference,
  level: SmallInt.min(0),
  gender: orNull(TypedName),
  faction: orNull(TypedName),
  active_spec: ActiveSpecialization,
  guild: orNull(GuildReference),
  achievement_points: orNull(Int),
  average_item_level: orNull(z.number().max(32_767)),
  equipped_item_level: orNull(z.number().max(32_767)),
  /** Milliseconds since 1970. */
  last_login_timestamp: orNull(Timestamp),
  /** `display_string` has `{name}` where the character's name belongs. The Classic games send `name` alone, with `%s`. */
  active_title: orNull(z.object({ name: LocalizedText, display_string: LocalizedText })).catch(null),
  covenant_progress: orNull(z.object({ chosen_covenant: orNull(Reference), renown_level: orNull(Int) })).catch(null),
  /** True when a character on a Hardcore realm has died. Only Classic Era sends it. */
  is_ghost: orNull(z.boolean()).catch(null),
  /** True for a Hardcore character that may neither trade nor use the auction house. */
  is_self_found: orNull(z.boolean()).catch(null),
  ...links,
});

/**
 * GET /profile/wow/character/{realm}/{name}/status. The platform's terms require deleting a character's data when this
 * answers 404, when `is_valid` is false, or when `id` is not the one we know.
 */
export type CharacterStatus = z.infer<typeof CharacterStatus>;
export const CharacterStatus = z.object({ id: LargeId, is_valid: z.boolean() });
