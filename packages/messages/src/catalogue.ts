/** A file of messages: texts in groups, and notes for translators under keys that begin with `//`. */
import { readFileSync } from 'node:fs';
import { type Part, parseMessage } from './parse.ts';

export type Catalogue = { [key: string]: string | Catalogue };

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt-BR', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

export const readCatalogue = (file: string): Catalogue => JSON.parse(readFileSync(file, 'utf8'));

export const entriesOf = (catalogue: Catalogue): [string, string | Catalogue][] =>
  Object.entries(catalogue).filter(([key]) => !key.startsWith('//'));

/** Every message of a file by its path, such as `officer.added`. */
export function messagesOf(catalogue: Catalogue, prefix = ''): Map<string, Part[]> {
  const pairs = entriesOf(catalogue).flatMap(([key, value]): [string, Part[]][] =>
    typeof value === 'string' ? [[prefix + key, parseMessage(value)]] : [...messagesOf(value, `${prefix}${key}.`)],
  );
  return new Map(pairs);
}

export type Placeholder = 'string' | 'number' | { options: string[] };

/** The placeholders of a message, in the order in which they appear. */
export function placeholdersOf(parts: Part[], found = new Map<string, Placeholder>()): Map<string, Placeholder> {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    if (part.kind === 'text' || part.kind === 'number') {
      const type = part.kind === 'text' ? 'string' : 'number';
      // A value that a plural counts or a select compares may be shown as well.
      if (!found.has(part.name)) found.set(part.name, type);
      continue;
    }
    found.set(part.name, part.kind === 'plural' ? 'number' : { options: Object.keys(part.options) });
    for (const option of Object.values(part.options)) placeholdersOf(option, found);
  }
  return found;
}
