import { platformName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';
import { LargeId, Link, orEmpty, orNull, RealmReference, SmallInt, SmallReference, TypedName } from './primitives.ts';

/** One unexpected value in one of sixty characters must not hide all of them from their owner. */
const unlessOdd = <T extends z.ZodType>(schema: T) => orNull(schema).catch(null);

/**
 * A character in its owner's list. `level` can be 0, and the character's own profile can be 404 although it is listed
 * here.
 */
export type AccountCharacter = z.infer<typeof AccountCharacter>;
export const AccountCharacter = z.object({
  id: LargeId,
  name: platformName(),
  realm: RealmReference,
  playable_class: SmallReference,
  playable_race: SmallReference,
  level: SmallInt.min(0),
  gender: unlessOdd(TypedName),
  faction: unlessOdd(TypedName),
  character: unlessOdd(Link),
  protected_character: unlessOdd(Link),
});

/** GET /profile/user/wow: one person's characters in one region. Account ids are unique within their region only. */
export type AccountProfile = z.infer<typeof AccountProfile>;
export const AccountProfile = z.object({
  id: LargeId,
  wow_accounts: orEmpty(z.object({ id: LargeId, characters: orEmpty(AccountCharacter) })),
});
