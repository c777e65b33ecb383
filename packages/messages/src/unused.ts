/**
 * Messages that no source names. It reads text, not types: a message counts as used if a source that imports its module has its
 * key as a word, or uses its group as a whole, as in `words.states[state]`. So it overlooks some, and accuses none.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Catalogue, messagesOf } from './catalogue.ts';

export function unusedMessages(english: Catalogue, sources: string): string[] {
  const words = new Set(sources.match(/\w+/g));
  const whole = new Map<string, boolean>();
  const asWhole = (group: string) => {
    const known = whole.get(group) ?? usedAsWhole(group, sources);
    whole.set(group, known);
    return known;
  };
  return [...messagesOf(english).keys()].filter((message) => {
    const keys = message.split('.');
    const key = keys.pop() ?? '';
    return !words.has(key) && !(keys.length > 0 ? keys.some(asWhole) : /\bwords\[/.test(sources));
  });
}

/** A group is a property of the words, or a variable taken from them under its own or another name. */
function usedAsWhole(group: string, sources: string): boolean {
  if (new RegExp(`\\.${group}\\b(?!\\??\\.\\w)`).test(sources)) return true;
  const taken = new RegExp(`[{,]\\s*${group}(?::\\s*(\\w+))?\\s*(?=[,}])`, 'g');
  const names = new Set([group, ...[...sources.matchAll(taken)].flatMap(([, name]) => name ?? [])]);
  // Where names are taken out of an object, they are not used yet.
  const used = sources.replaceAll(/\{[^{}()]*\}\s*(?==[^>]|:\s*\w+Words)/g, '');
  return [...names].some((name) => new RegExp(`(?<![.\\w])${name}(?:\\[|\\s*[,)}])`).test(used));
}

/** The text of all sources that import the module; beside the module of a package, those of the package. */
export function sourcesOf(root: string, module: string): string {
  const inPackage = module.startsWith('packages/');
  const files = globSync(inPackage ? `${path.dirname(module)}/*.ts` : 'apps/{web,server}/src/**/*.{ts,tsx}', {
    cwd: root,
  });
  const name = path.basename(module);
  return files
    .filter((file) => !/\.(words|test)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .filter((text) => inPackage || text.includes(name))
    .join('\n');
}
