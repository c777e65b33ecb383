/** Tests that every row of `docs/contract.md` names a test that exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const lines = read('docs/contract.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (?:Id |-)/.test(line));
const rows = lines.map((line) => {
  const [, id = '', demand = '', proof = ''] = line.split('|').map((cell) => cell.trim());
  const proofs = [...proof.matchAll(/`([^`]+)` ([^`]+?)(?=; `|$)/g)];
  return { id, demand, proofs: proofs.map(([, name = '', title = '']) => ({ file: fileNamed(name), title })) };
});

function fileNamed(name: string): string {
  const place = /^(packages|apps)\//.test(name)
    ? name
    : `apps/server/${name.startsWith('test/') ? name : `src/${name}`}`;
  return place.startsWith('apps/server/test/access-table/') ? `${place}.ts` : `${place}.test.ts`;
}

/** A test or a block of tests that runs only in some places, and so proves nothing in the others. */
const CONDITIONAL = /^( *).*\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skipIf|runIf)\b.*\n(?:\1 .*\n|\n)*/gm;
const NOT_RUN = /^ *(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|todo|fails|only)\b/;

/** The titles of tests, of tables of tests, and the routes of the access tables. */
function titlesIn(file: string): string[] {
  const titles = file.includes('/access-table/')
    ? /^ {2}(?<quote>')(?<title>[A-Z]+ \/.*?)':/gm
    : /(?:^ *(?:test|it)[\w.]*\(|^ *\]\)\(|\)\()\s*(?<quote>['`])(?<title>(?:(?!\k<quote>)[^\\]|\\.)*)\k<quote>/gm;
  return [...read(file).replaceAll(CONDITIONAL, '').matchAll(titles)].map(({ groups }) => groups?.title ?? '');
}

/** The whole title, without the numbers of protections before it. Quotation marks and escapes stand as the document has them. */
const isTitle = (named: string, whole: string) =>
  whole.replaceAll(/\\(.)/g, '$1').replace(/^(?:[A-Z]-\d\d(?:, )?)+: /, '') ===
  named.replace(/^(?:[A-Z]-\d\d(?:, )?)+: /, '');

test('rows are numbered without gaps within their section, and every section has rows', () => {
  const sections = Object.groupBy(rows, ({ id }) => id.slice(0, id.lastIndexOf('-')));
  for (const [section, of = []] of Object.entries(sections)) {
    expect(of.map(({ id }) => id)).toEqual(of.map((_, i) => `${section}-${String(i + 1).padStart(2, '0')}`));
  }
  const parts = ['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7'];
  expect(Object.keys(sections)).toEqual(
    ['1', '2', '3', '4', ...parts, '5', '6', '7', '8', '9'].map((section) => `C-${section}`),
  );
});

test('every row says something and names a test', () => {
  expect(rows.filter(({ demand, proofs }) => !demand || proofs.length === 0).map(({ id }) => id)).toEqual([]);
});

test('every test that a row names exists', () => {
  const lost = rows.flatMap(({ id, proofs }) =>
    proofs.flatMap(({ file, title }) => {
      if (!existsSync(path.join(root, file))) return [`${id}: ${file} does not exist`];
      const found = titlesIn(file).some((whole) => isTitle(title, whole));
      return found ? [] : [`${id}: ${file} has no test “${title}”`];
    }),
  );
  expect(lost).toEqual([]);
});

test('a test that runs only in some places proves no row', () => {
  const recorded = 'apps/server/src/armory/views/recorded-views.test.ts';
  expect(read(recorded)).toMatch(/^describe\.skipIf\(.*\n {2}test\('/m);
  expect(titlesIn(recorded)).toEqual([]);
  expect(titlesIn('apps/server/src/app/pages/pages.test.ts')).not.toContainEqual(
    expect.stringMatching(/^mails never show/),
  );
  expect(titlesIn('apps/server/src/app/pages/pages.test.ts').length).toBeGreaterThan(3);
});

test('no test is skipped, left to do, expected to fail, or run alone', () => {
  const files = globSync('{apps,packages,bench}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  expect(files.length).toBeGreaterThan(200);
  expect(
    files.filter((file) =>
      read(file)
        .split('\n')
        .some((line) => NOT_RUN.test(line)),
    ),
  ).toEqual([]);
  for (const modifier of ['skip(', 'todo(', 'concurrent.skip(', 'skip.each([', 'fails(', 'only(']) {
    expect([modifier, NOT_RUN.test(`  test.${modifier}`)]).toEqual([modifier, true]);
  }
  expect(['test(', "test.skipIf(true)('", 'test.each(['].filter((line) => NOT_RUN.test(line))).toEqual([]);
});
