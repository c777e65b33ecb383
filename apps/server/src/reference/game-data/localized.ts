/** Reduces texts of the platform to the languages of this installation. */

import type { LocalizedText } from '@guildhall/battlenet/schemas/primitives.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';

/** Names by locale; any of them may be missing. */
export type Names = Record<string, string | null>;

/** A text in a single language counts as English, the language we request by default. */
export function localized(text: LocalizedText, locales: readonly Locale[]): Names {
  const byLocale: Names = typeof text === 'string' ? { en_US: text } : (text ?? {});
  return Object.fromEntries(locales.map((locale) => [locale, byLocale[locale] || null]));
}

/** In the language, else in English. */
export const localizedName = (names: Partial<Names>, locale: Locale): string | null =>
  names[locale] || names.en_US || null;

/** One record per language, even without a text: the record shows that the language was requested. */
export function textRows(
  { id, name, description = null }: { id: number; name: LocalizedText; description?: LocalizedText },
  locales: readonly Locale[],
) {
  const [names, descriptions] = [localized(name, locales), localized(description, locales)];
  return locales.map((locale) => ({
    entity_id: id,
    locale,
    name: names[locale] ?? null,
    description: descriptions[locale] ?? null,
  }));
}
