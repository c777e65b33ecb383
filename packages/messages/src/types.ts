/** The TypeScript of a file of messages: what a program may write, and where it gets the words. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Catalogue, entriesOf, LANGUAGES, placeholdersOf, readCatalogue } from './catalogue.ts';
import { parseMessage } from './parse.ts';

/** Where features of the web client and of the server get their words from, relative to the root. */
const LOADERS = [
  { below: 'apps/web/', from: 'apps/web/src/i18n/words.ts' },
  { below: 'apps/server/', from: 'apps/server/src/core/services/words.ts' },
];

const headOf = (folder: string) => `/** Written by \`pnpm words\` from ./${path.basename(folder)}/*.json. */`;

/**
 * The module beside a folder of messages that says it was written from it. A new one is named for the folder, or for the room
 * of a folder `words`: `roster/words` gets `roster/roster.words.ts`, `i18n/core` gets `i18n/core.words.ts`.
 */
export function moduleOf(root: string, folder: string): string {
  const room = path.dirname(folder);
  const written = globSync(`${room}/*.words.ts`, { cwd: root }).find((file) =>
    readFileSync(path.join(root, file), 'utf8').startsWith(headOf(folder)),
  );
  const name = path.basename(folder) === 'words' ? path.basename(room) : path.basename(folder);
  return written ?? path.join(room, `${name}.words.ts`);
}

export function moduleText(root: string, folder: string): string {
  const file = moduleOf(root, folder);
  const name = path.basename(file, '.words.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Words`;
  const below = `./${path.relative(path.dirname(file), path.join(root, folder))}`;
  const loader = LOADERS.find((one) => folder.startsWith(one.below));
  const shape = `export type ${type} = ${typeOf(readCatalogue(path.join(root, folder, 'en.json')))};`;
  const head = headOf(folder);
  if (!loader) return `${head}\n${shape}\n`;
  const from = path.relative(path.dirname(file), loader.from);
  const web = loader.below === 'apps/web/';
  return [
    head,
    `import { ${web ? 'defineWords' : 'readWords'} } from '${from.startsWith('.') ? from : `./${from}`}';`,
    '',
    shape,
    '',
    web
      ? `export const ${name}Words = defineWords<${type}>([\n${LANGUAGES.map((language) => `  () => import('${below}/${language}.json'),`).join('\n')}\n]);`
      : `export const ${name}Words = readWords<${type}>(import.meta.dirname, '${below}');`,
    '',
  ].join('\n');
}

function typeOf(group: Catalogue, indent = '  '): string {
  const lines = entriesOf(group).map(([key, value]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`;
    return `${indent}${name}: ${typeof value === 'string' ? messageType(value) : typeOf(value, `${indent}  `)};`;
  });
  return `{\n${lines.join('\n')}\n${indent.slice(2)}}`;
}

function messageType(message: string): string {
  const placeholders = [...placeholdersOf(parseMessage(message))];
  if (placeholders.length === 0) return 'string';
  return `(values: { ${placeholders.map(([name, type]) => `${name}: ${type === 'number' ? 'number' : 'string'}`).join('; ')} }) => string`;
}
