/** Compiles the messages of a language, `…/words/de.json`, to a module of texts and functions: nothing is parsed in the browser. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, readCatalogue } from '@guildhall/messages/catalogue.ts';
import { compile } from '@guildhall/messages/compile.ts';
import type { Plugin } from 'vite';

const COUNTING = path.join(import.meta.dirname, 'src/i18n/plural.ts');

const languageOf = (file: string) => LANGUAGES.find((language) => file.endsWith(`/${language}.json`));

export const words = (): Plugin => ({
  name: 'words',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!languageOf(source) || !importer) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    // As a script: Vite has its own way with files that end in `.json`.
    return resolved?.id.replace(/json$/, 'js');
  },
  load(id) {
    const file = id.replace(/js$/, 'json');
    if (!languageOf(file) || !existsSync(file)) return null;
    this.addWatchFile(file);
    return compile(readCatalogue(file), COUNTING);
  },
});
