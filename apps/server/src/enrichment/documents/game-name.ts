/** Names from the game, on their way from a platform document to the table that stores them. */

import { type LocalizedText, textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { Locale } from '@guildhall/contracts/primitives.ts';

export type GameNameKind =
  | ('expansion' | 'instance' | 'encounter' | 'difficulty')
  | ('faction' | 'standing')
  | ('profession' | 'profession-tier' | 'recipe');

export type GameNameRow = { kind: GameNameKind; key: string; names: Record<string, string> };

/** Collects names while a document is built; skips things without a name. */
export function createNameCollector() {
  const rows = new Map<string, GameNameRow>();
  return {
    rows: (): GameNameRow[] => [...rows.values()],
    add(kind: GameNameKind, key: number | string, name: LocalizedText): void {
      const names = namesOf(name);
      if (Object.keys(names).length > 0) rows.set(`${kind}/${key}`, { kind, key: `${key}`, names });
    },
  };
}
export type NameCollector = ReturnType<typeof createNameCollector>;

/** Reduces names to the languages of this installation. */
export const namesIn = (rows: GameNameRow[], locales: readonly Locale[]): GameNameRow[] =>
  rows.map(({ names, ...row }) => ({
    ...row,
    names: Object.fromEntries(locales.flatMap((locale) => (names[locale] ? [[locale, names[locale]]] : []))),
  }));

/** In every language of the platform. A name in one language only is an English one. */
function namesOf(text: LocalizedText): Record<string, string> {
  if (text === null) return {};
  if (typeof text === 'string') return text ? { en_US: text } : {};
  return Object.fromEntries(
    Locale.options.flatMap((locale) => {
      const name = text[locale];
      return name ? [[locale, name]] : [];
    }),
  );
}

/** The name for documents that hold only one language. */
export const englishName = (text: LocalizedText): string | null => textIn(text, 'en_US');

/** A reference with an English name, or its kind and id in place of a missing name. */
export const namedRef = (
  thing: { id: number; name: LocalizedText } | null | undefined,
  what: string,
): { id: number; name: string } | null =>
  thing ? { id: thing.id, name: englishName(thing.name) ?? `${what} ${thing.id}` } : null;
