import { z } from 'zod';
import { Int, LocalizedText, OptionalLink, orNull, RealmReference, Reference, TypedName } from './primitives.ts';

/**
 * GET /data/wow/realm/index: the only source of realm slugs, which are not always ASCII and cannot be derived from a
 * name.
 */
export type RealmsIndex = z.infer<typeof RealmsIndex>;
export const RealmsIndex = z.object({ realms: z.array(RealmReference) });

/**
 * GET /data/wow/realm/{id or slug}. `locale` is the realm's own language without an underscore (`enGB`), `timezone` an
 * IANA name.
 */
export type Realm = z.infer<typeof Realm>;
export const Realm = z.object({
  id: Int,
  slug: z.string().min(1),
  name: LocalizedText,
  region: orNull(Reference),
  connected_realm: OptionalLink,
  category: LocalizedText,
  locale: orNull(z.string()),
  timezone: orNull(z.string()),
  type: orNull(TypedName),
  is_tournament: orNull(z.boolean()),
});
