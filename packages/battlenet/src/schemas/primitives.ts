import { z } from 'zod';

// These schemas require what identifies a thing (ids, slugs, the names of characters and guilds) and what every
// recorded character has (level, class, race). Everything else is null when the platform leaves it out, which it does.

/** The languages of an answer requested without a locale. */
export type Locale =
  | ('en_US' | 'es_MX' | 'pt_BR' | 'de_DE' | 'en_GB' | 'es_ES')
  | ('fr_FR' | 'it_IT' | 'ru_RU' | 'ko_KR' | 'zh_TW' | 'zh_CN');

/**
 * Whole numbers that the database can store: 32 bits, 16 bits (levels, ranks, classes, races), larger ids, and times in
 * milliseconds up to the year 9999. A larger number makes the answer malformed instead of raising a raw database error.
 */
export const Int = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);
export const SmallInt = z
  .int()
  .min(-(2 ** 15))
  .max(2 ** 15 - 1);
export const LargeId = z.int().min(0);
export const Timestamp = z.int().min(-62_135_596_800_000).max(253_402_300_799_999);

/** Missing and null become null: the platform uses both for "nothing". */
export function orNull<T extends z.ZodType>(schema: T) {
  return z.nullish(schema).transform((value): z.output<T> | null => value ?? null);
}

/** For lists the platform leaves out when they are empty. */
export function orEmpty<T extends z.ZodType>(item: T) {
  return z.nullish(z.array(item)).transform((list) => list ?? []);
}

/**
 * A document that states at least one of these fields. One without any says nothing, not even that there is nothing: it
 * is malformed.
 */
export function stating<T extends z.ZodObject>(fields: readonly (keyof T['shape'] & string)[], document: T) {
  const means = (raw: unknown) => {
    const stated = new Map(Object.entries(raw ?? {}));
    return fields.some((field) => (stated.get(field) ?? null) !== null);
  };
  return z
    .unknown()
    .refine(means, `states none of ${fields.join(', ')}`)
    .pipe(document);
}

/** A link. Its namespace can be a versioned one that disappears: take ids and slugs from the link, never follow it. */
export type Link = z.infer<typeof Link>;
export const Link = z.object({ href: z.string() });

/** Most links are conveniences: a broken one counts as missing and never fails a document. */
export const OptionalLink = orNull(Link).catch(null);

/** The game colours parts of its texts, as in `|cnITEM_EPIC_COLOR:Essence|r` and `|cff00ff00Essence|r`. */
const COLOR = /\|c(?:n[^:|]*:|[0-9a-f]{8})|\|r/gi;

type Texts = string | Record<string, string | null>;

/** Few texts have colours, and documents have thousands of texts: those without are only looked at. */
function withoutColors(given: Texts | null | undefined): Texts | null {
  if (given === null || given === undefined) return null;
  if (typeof given === 'string') return given.includes('|') ? given.replace(COLOR, '') : given;
  if (!Object.values(given).some((text) => text?.includes('|'))) return given;
  return Object.fromEntries(
    Object.entries(given).map(([locale, text]) => [locale, text === null ? null : text.replace(COLOR, '')]),
  );
}

/**
 * A name: one string if a locale was requested, else one per locale, any of which can be missing; null where the
 * platform has none. Without the game's colours.
 */
export type LocalizedText = z.infer<typeof LocalizedText>;
export const LocalizedText = z
  .nullish(z.union([z.string(), z.record(z.string(), z.string().nullable())]))
  .transform(withoutColors);

/** The text in the locale, else in English, else in any language; null when there is none. */
export function textIn(text: LocalizedText, locale: Locale): string | null {
  if (text === null || typeof text === 'string') return text || null;
  return text[locale] || text.en_US || text.en_GB || Object.values(text).find(Boolean) || null;
}

/**
 * A value from one of the game's closed lists, e.g. `{ type: 'ALLIANCE', name: 'Alliance' }`. `type` is a string
 * because the lists grow with patches.
 */
export type TypedName = z.infer<typeof TypedName>;
export const TypedName = z.object({ type: z.string(), name: LocalizedText });

/** A class, race, specialization …; rosters give the id without a name. */
export type Reference = z.infer<typeof Reference>;
export const Reference = z.object({ id: Int, name: LocalizedText, key: OptionalLink });

/** A reference to one of few things: a class, a race. */
export type SmallReference = z.infer<typeof SmallReference>;
export const SmallReference = z.object({ id: SmallInt, name: LocalizedText, key: OptionalLink });

/** A realm inside another document; rosters give it without a name. */
export type RealmReference = z.infer<typeof RealmReference>;
export const RealmReference = z.object({
  id: Int,
  slug: z.string().min(1),
  name: LocalizedText,
  key: OptionalLink,
});
