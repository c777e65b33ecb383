/** Collects every user-facing text from the code: refusals, and messages about invalid input. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');
const SOURCES = '{apps/server,packages/contracts,packages/simc}/src/**/*.ts';

export type Text = { file: string; text: string };

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const SENTENCE = /^[A-Z][^\n]{8,}[.!?]$/;
const AFTER_A_FIELD = /^(must|give|needs?|is|has) (?!.*\b(select|from|where)\b)[^\n]{3,}$/;
/** Texts for readers of the API reference, which are part of the document. */
const DOCUMENTED = /(description|summary|label|restStatus): *$/;

export function refusalTexts(): Text[] {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !file.includes('.test.'));
  return files.toSorted().flatMap((file) => {
    const code = readFileSync(path.join(root, file), 'utf8').replace(COMMENT, '');
    return [...code.matchAll(LITERAL)].flatMap(({ 1: quoted, 2: template, index }) => {
      const text = (quoted ?? template ?? '').replaceAll("\\'", "'");
      const isText = SENTENCE.test(text) || AFTER_A_FIELD.test(text);
      return isText && !DOCUMENTED.test(code.slice(Math.max(0, index - 40), index)) ? [{ file, text }] : [];
    });
  });
}
