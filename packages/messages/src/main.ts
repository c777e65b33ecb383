/**
 * `pnpm words` writes the modules of all files of messages; with `--check` it only compares, and says what a language lacks.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, readCatalogue } from './catalogue.ts';
import { differences } from './check.ts';
import { moduleOf, moduleText } from './types.ts';
import { sourcesOf, unusedMessages } from './unused.ts';

const root = path.join(import.meta.dirname, '../../..');
const checking = process.argv.includes('--check');
const folders = globSync('{apps,packages}/*/src/**/en.json', { cwd: root })
  .filter((file) => !file.includes('node_modules'))
  .map((file) => path.dirname(file))
  .toSorted();

const problems = folders.flatMap((folder) => {
  const read = (language: string) => readCatalogue(path.join(root, folder, `${language}.json`));
  const missing = LANGUAGES.filter((language) => !existsSync(path.join(root, folder, `${language}.json`)));
  if (missing.length > 0) return missing.map((language) => `${folder}/${language}.json is missing`);
  const found = LANGUAGES.flatMap((language) =>
    differences(language, read('en'), read(language)).map((problem) => `${folder}/${language}.json: ${problem}`),
  );
  const module = moduleOf(root, folder);
  if (checking) {
    const unused = unusedMessages(read('en'), sourcesOf(root, module));
    found.push(...unused.map((message) => `${folder}/en.json: ${message} is used nowhere`));
  }
  const file = path.join(root, module);
  const text = moduleText(root, folder);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (current === text) return found;
  if (checking) return [...found, `${module} is not what its messages say: run \`pnpm words\``];
  writeFileSync(file, text);
  return found;
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
