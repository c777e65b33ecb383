/**
 * `pnpm test:changed [base] [--list]`: runs the tests that the changes since `base` (`main`) can touch, committed or not.
 *
 * A change touches the files that import it, or name it if none does, over any number of files, up to those that assemble a
 * program: beyond them everything would import everything. From the files touched follow
 * - the tests among them and beside them;
 * - the tests that call a procedure of a router among them, or open a page among them or one that calls such a router;
 * - the tests that read the sources themselves, always.
 *
 * Tests that go through everything the service has, as those of growth do, are left to `pnpm test`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** The text of each file by its path from the root, with slashes. */
export type Tree = Map<string, string>;

const IMPORT = /\bfrom '([^']+)'|\bimport\('([^']+)'\)|\bimport '([^']+)'/g;
const TEST = /\.test\.tsx?$/;
const CODE = /\.tsx?$/;
const SOURCE = /\.(tsx?|json|css)$/;
/** They know every feature. */
const ASSEMBLES =
  /^apps\/server\/(src\/(app\/[\w-]+|main|migrate|tools)|test\/app)\.ts$|^apps\/web\/(src\/(router\.tsx|main\.tsx|api\/live\.ts)|e2e\/stage\.ts)$/;
const ROUTER = /^apps\/server\/src\/.*\.router\.ts$/;
const PAGES = /^apps\/web\/src\/.*\.routes\.ts$/;
const SETTINGS = /(^|\/)package\.json$|tsconfig|vitest\.config|\.sql$|\.ya?ml$/;
const DOCUMENT = /\.(md|svg|png|woff2?)$|^(\.env\.example|LICENSE|\.gitignore)$/;

/** `files` are the tests to run; `reasons` the changed files that any test can depend on. */
export function testsOf(changed: string[], tree: Tree): { files: string[]; reasons: string[] } {
  const touched = dependentsOf(changed, tree);
  const isWithin = (file: string) => !TEST.test(file) && (changed.includes(file) || !ASSEMBLES.test(file));
  const folders = new Set([...touched].filter(isWithin).map(path.posix.dirname));
  const addresses = addressesOf(touched, tree);
  const isMeant = (file: string, text: string) =>
    touched.has(file) ||
    readsSources(text, file, tree) ||
    isBeside(file, folders) ||
    addresses.some((address) => address.test(text));
  const files = [...tree].filter(([file, text]) => TEST.test(file) && isMeant(file, text)).map(([file]) => file);
  const isFollowed = (file: string) => CODE.test(file) || dependentsOf([file], tree).size > 1;
  const reasons = changed.filter((file) => SETTINGS.test(file) || !(DOCUMENT.test(file) || isFollowed(file)));
  return { files: files.toSorted(), reasons };
}

/** Tests of the whole service and of the browser stand in folders of their own, beside what they share. */
const isBeside = (file: string, folders: Set<string>) =>
  !/^apps\/(server\/test|web\/e2e)\//.test(file) && folders.has(path.posix.dirname(file));

/** Itself, or by a file that it imports. */
function readsSources(text: string, file: string, tree: Tree): boolean {
  if (text.includes('testApp')) return false;
  const texts = [...importsIn(text, file)].map((imported) =>
    /\/(test|\.ci)\//.test(imported) ? tree.get(imported) : '',
  );
  return [text, ...texts].some((one) => one?.includes('globSync'));
}

function importsIn(text: string, file: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, from, lazily, bare]) => placeOf(from ?? lazily ?? bare ?? '', file));
}

function dependentsOf(changed: string[], tree: Tree): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of tree) {
    for (const imported of importsIn(text, file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const touched = new Set(changed);
  // A file that no other imports is read by its name.
  for (const file of changed) {
    if (CODE.test(file) || importers.has(file)) continue;
    const name = path.posix.basename(file);
    for (const [reader, text] of tree) if (CODE.test(reader) && text.includes(name)) touched.add(reader);
  }
  const everything = changed.some((file) => ASSEMBLES.test(file));
  for (const file of touched) {
    if (ASSEMBLES.test(file) && !everything) continue;
    for (const importer of importers.get(file) ?? []) touched.add(importer);
  }
  return touched;
}

function placeOf(imported: string, from: string): string {
  if (imported.startsWith('.')) return path.posix.join(path.posix.dirname(from), imported);
  return imported.replace(/^@guildhall\/([\w-]+)\//, 'packages/$1/src/');
}

/** Expressions for the addresses of procedures and pages, as tests write them: with values in place of parameters. */
function addressesOf(touched: Set<string>, tree: Tree): RegExp[] {
  const routers = [...touched].filter((file) => ROUTER.test(file));
  const names = routers.flatMap((file) => routersIn(tree.get(file)));
  const calls = names.map((name) => new RegExp(`\\b(?:api|client)\\s*\\.\\s*${name}\\s*\\.`));
  const isCaller = (file: string, text: string) =>
    file.startsWith('apps/web/src/') && !ASSEMBLES.test(file) && calls.some((call) => call.test(text));
  const callers = [...tree].filter(([file, text]) => isCaller(file, text)).map(([file]) => file);
  const pages = [...touched, ...dependentsOf(callers, tree)].filter((file) => PAGES.test(file));
  return [
    ...routers.flatMap((file) => proceduresIn(tree.get(file))),
    ...pages.flatMap((file) => [...(tree.get(file) ?? '').matchAll(/\bpath: '(\/[^']*)/g)].map(([, at = '']) => at)),
  ].map((address) => new RegExp(`${shapeOf(address) || FRONT}${END}`));
}

/** Some share the beginning of their addresses in a constant. */
function proceduresIn(text = ''): string[] {
  const constants = new Map(
    [...text.matchAll(/\bconst (\w+) = ['`](\/[^'`]+)/g)].map(([, name = '', at = '']) => [name, at]),
  );
  return [...text.matchAll(/['`][A-Z]+ ((?:\/|\$\{)[^'`\\\s]*)/g)]
    .map(([, address = '']) => address.replace(/^\$\{(\w+)\}/, (whole, name) => constants.get(name) ?? whole))
    .filter((address) => address.startsWith('/'));
}

const routersIn = (text = '') => [...text.matchAll(/\bexport const (\w+)Router\b/g)].map(([, name = '']) => name);

/** The front page, whose address is only a slash. */
const FRONT = '[\'"`]/';
const END = '(?=[\'"`?#])';
const VALUE = '(?:\\$\\{[^}]*\\}|[^\\s/\'"`]+)';
/** A path below `/guilds` is an alias of the one below `/organizations`. */
const textOf = (part: string) => (part === 'organizations' ? '(?:organizations|guilds)' : part.replaceAll('.', '\\.'));

function shapeOf(address: string): string {
  const parts = address.split('/').filter((part) => part !== '' && !part.startsWith('{-'));
  return parts.map((part) => `/${/^\$|^\{/.test(part) ? VALUE : textOf(part)}`).join('');
}

function readTree(root: string, files: string[]): Tree {
  const sources = files.filter((file) => SOURCE.test(file) && existsSync(path.join(root, file)));
  return new Map(sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

function main(): number {
  const root = path.join(import.meta.dirname, '..');
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
  const { 0: beginning = 'main' } = positionals;
  const { status, stdout: base } = spawnSync('git', ['merge-base', beginning, 'HEAD'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(
      `There is no commit ${beginning} before this one: name the branch that the change began at.\n`,
    );
    return 1;
  }
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const unknown = git('ls-files', '--others', '--exclude-standard');
  const changed = [...git('diff', '--name-only', '--no-renames', base.trim()), ...unknown];
  const { files, reasons } = testsOf(changed, readTree(root, [...git('ls-files'), ...unknown]));
  process.stdout.write(
    `${files.map((file) => `${file}\n`).join('')}${changed.length} changed files, ${files.length} of tests.\n`,
  );
  if (reasons.length > 0)
    process.stdout.write(`Any test can depend on ${reasons.join(', ')}: run \`pnpm test\` too.\n`);
  if (values.list) return 0;
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  return spawnSync(process.execPath, [vitest, 'run', ...files], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

if (import.meta.main) process.exitCode = main();
