/** Tests that `docs/security.md`, the test titles and the table of protections agree. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { protections } from './protections/protections.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Each row with the tests it names. */
const rows = new Map(
  read('docs/security.md')
    .split(/\n(?=- |\n)/)
    .flatMap((item) => {
      const [, id, names = ''] = /^- \*\*([A-Z]-\d{2})\*\* .*?((?:`[\w./-]+`,?\s*)+)$/s.exec(item) ?? [];
      return id
        ? [
            [
              id,
              names
                .split(/[`,\s]+/)
                .filter(Boolean)
                .map(testNamed)
                .toSorted(),
            ] as const,
          ]
        : [];
    }),
);

function testNamed(name: string): string {
  if (/^(packages|apps)\//.test(name)) return `${name}.test.ts`;
  return `apps/server/${name.startsWith('test/') ? name : `src/${name}`}.test.ts`;
}

/** Each id with the tests whose titles begin with it, alone or with others. */
const carried = new Map<string, string[]>();
for (const file of globSync('{apps,packages}/**/*.test.ts', {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
})) {
  for (const [, ids = ''] of read(file).matchAll(/['"`]((?:[A-Z]-\d{2}(?:, )?)+)[: ]/g)) {
    for (const id of ids.split(', ')) carried.set(id, [...new Set([...(carried.get(id) ?? []), file])].toSorted());
  }
}

test('rows are numbered without gaps within their letter', () => {
  const letters = Object.groupBy(rows.keys(), (id) => id.charAt(0));
  for (const [letter, ids = []] of Object.entries(letters)) {
    expect(ids.toSorted()).toEqual(ids.map((_, i) => `${letter}-${String(i + 1).padStart(2, '0')}`));
  }
});

test('every row names exactly the tests whose titles have its id', () => {
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries([...carried].filter(([id]) => rows.has(id))));
  expect([...carried.keys()].filter((id) => !rows.has(id))).toEqual([]);
});

test('every row has a protection that can be removed', () => {
  const proven = new Set(protections.map(({ id }) => id));
  expect([...rows.keys()].filter((id) => !proven.has(id))).toEqual([]);
});

test('the code of each protection occurs exactly once, and its row names the test that proves it', () => {
  const lost = protections.flatMap(({ id, changes, test: file, name }) => [
    ...changes
      .filter(({ file: place, remove }) => read(place).split(remove).length !== 2)
      .map(({ file: place, remove }) => `${id}: ${place} does not have ${remove} once`),
    ...(rows.get(id)?.includes(file) && name.startsWith(id) ? [] : [`${id}: ${file} “${name}” is no proof of it`]),
    // Titles of tables of tests begin with a placeholder.
    ...([name, `${id}: $`].some((part) => read(file).includes(part)) ? [] : [`${file} has no test “${name}”`]),
  ]);
  expect(lost).toEqual([]);
});
