/** The API document as committed: `pnpm openapi` generates it, `pnpm check` compares it with the code. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { DEFAULT_LOCALES, inLanguages } from '../languages.ts';
import type { Document } from './openapi.ts';

const file = new URL('../../../openapi.json', import.meta.url);

/** Read at each call, because parsed it takes several megabytes that hardly anything needs again. */
export const committedDocument = (): Document => JSON.parse(readFileSync(file, 'utf8'));

/** The document of one installation, which has an address and languages of its own. */
export function installedDocument(document: Document, { baseUrl, locales }: Pick<Config, 'baseUrl' | 'locales'>) {
  const localized: Document = JSON.parse(inLanguages(JSON.stringify(document), DEFAULT_LOCALES, locales));
  return { ...localized, servers: [{ url: `${baseUrl}/api/v1` }] };
}
