/** Texts of the platform in the languages of this installation. */

import type { LocalizedText } from '@guildhall/battlenet/schemas/primitives.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';

/** Names by locale; any of them may be missing. */
export type Names = Record<string, string | null>;

/** A text that the platform gives in one language is taken for English, which it asks for by default. */
export function localized(text: LocalizedText, locales: readonly Locale[]): Names {
  const byLocale: Names = typeof text === 'string' ? { en_US: text } : (text ?? {});
  return Object.fromEntries(locales.map((locale) => [locale, byLocale[locale] || null]));
}

export type TextRow = { entity_id: number; locale: Locale; name: string | null; description: string | null };

/** One record for each language, also where it has nothing to say: that a record is there says that it was asked for. */
export function textRows(
  { id, name, description = null }: { id: number; name: LocalizedText; description?: LocalizedText },
  locales: readonly Locale[],
): TextRow[] {
  const [names, descriptions] = [localized(name, locales), localized(description, locales)];
  return locales.map((locale) => ({
    entity_id: id,
    locale,
    name: names[locale] ?? null,
    description: descriptions[locale] ?? null,
  }));
}
