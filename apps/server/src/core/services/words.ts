/** Texts in every language that Guildhall writes in, read from the files of a folder when a language is first needed. */
import path from 'node:path';
import { readCatalogue } from '@guildhall/messages/catalogue.ts';
import { textsOf } from '@guildhall/messages/format.ts';
import type { Language } from './spoken-languages.ts';

const FILES: Record<Language, string> = { en: 'en', de: 'de', es: 'es', fr: 'fr', pt: 'pt-BR', ru: 'ru' };

export function readWords<W>(...folder: string[]): (language: Language) => W {
  const read = new Map<Language, W>();
  return (language) => {
    const known = read.get(language);
    if (known) return known;
    const file = FILES[language];
    // The type is written from these very files, which `pnpm check` compares.
    const words = textsOf(readCatalogue(path.join(...folder, `${file}.json`)), file) as W;
    read.set(language, words);
    return words;
  };
}
