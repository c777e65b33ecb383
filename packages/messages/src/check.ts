/** Compares the languages of a folder with English: the same messages, the same placeholders, every plural form. */
import { type Catalogue, entriesOf, type Language, messagesOf, placeholdersOf } from './catalogue.ts';
import type { Part } from './parse.ts';

export function differences(language: Language, english: Catalogue, other: Catalogue): string[] {
  const [wanted, found] = [messagesOf(english), messagesOf(other)];
  return [
    ...[...wanted.keys()].filter((key) => !found.has(key)).map((key) => `${key} is missing`),
    ...[...found.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is not in en.json`),
    ...emptyTexts(other),
    ...[...found].flatMap(([key, parts]) => {
      const [own, theirs] = [signature(parts), signature(wanted.get(key) ?? parts)];
      return [
        ...(own === theirs ? [] : [`${key} has the placeholders ${own || 'none'}; en.json has ${theirs || 'none'}`]),
        ...pluralForms(language, parts).map((problem) => `${key} ${problem}`),
      ];
    }),
  ];
}

const signature = (parts: Part[]) =>
  [...placeholdersOf(parts)]
    .map(([name, type]) => `{${name}${typeof type === 'string' ? '' : `: ${type.options.toSorted().join(' ')}`}}`)
    .toSorted()
    .join(' ');

const emptyTexts = (group: Catalogue, prefix = ''): string[] =>
  entriesOf(group).flatMap(([key, value]) => {
    if (typeof value !== 'string') return emptyTexts(value, `${prefix}${key}.`);
    return value.trim() === '' ? [`${prefix}${key} is empty`] : [];
  });

/** The categories of whole numbers. In Spanish, French and Portuguese `many` is for millions, which nothing here counts. */
const FORMS: Record<Language, string[]> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  es: ['one', 'other'],
  fr: ['one', 'other'],
  'pt-BR': ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
};

function pluralForms(language: Language, parts: Part[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || part.kind === 'text' || part.kind === 'number') return [];
    const inside = Object.values(part.options).flatMap((option) => pluralForms(language, option));
    if (part.kind === 'select') return inside;
    const named = Object.keys(part.options).filter((key) => !key.startsWith('='));
    const exact = named.length < Object.keys(part.options).length;
    // Beside an exact number, `other` alone is a text in which nothing is counted.
    if (exact && named.join() === 'other') return inside;
    const wanted = FORMS[language];
    return wanted.toSorted().join() === named.toSorted().join()
      ? inside
      : [`needs the forms ${wanted.join(', ')} of {${part.name}}, and has ${named.join(', ')}`, ...inside];
  });
}
