/** `docs/security.md` and the tests say the same: no attack that is tested is missing there, no test is named that does not exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const ID = /\b[A-Z]-\d{2}\b/g;
const CHECKLIST: [letter: string, count: number][] = [
  ['S', 27],
  ['I', 11],
  ['R', 5],
  ['U', 12],
  ['W', 5],
];

type Row = { id: string; promise: string; proof: string };
const rows: Row[] = [...read('docs/security.md').matchAll(/^\| ([A-Z]-\d{2}) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, id = '', promise = '', proof = '']) => ({ id, promise, proof }),
);
const named = rows.flatMap(({ id, proof }) =>
  [...proof.matchAll(/`([^`]+\.test\.ts)` “([^”]+)”/g)].map(([, file = '', name = '']) => ({ id, file, name })),
);

const tests = globSync('{apps,packages}/**/*.test.ts', { cwd: root, exclude: (name) => name.includes('node_modules') });
const carried = tests
  .filter((file) => file !== path.relative(root, import.meta.filename))
  .flatMap((file) => [...read(file).matchAll(ID)].map(([id]) => ({ id, file })));

test('every attack of the checklist has one row', () => {
  const expected = CHECKLIST.flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, i) => `${letter}-${String(i + 1).padStart(2, '0')}`),
  );
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(expected));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every attack that a test carries in its name is in the document', () => {
  expect(carried.length).toBeGreaterThan(100);
  const known = new Set(rows.map(({ id }) => id));
  expect(carried.filter(({ id }) => !known.has(id))).toEqual([]);
});

test('every row names its tests, or says why there are none yet', () => {
  const proven = new Set(named.map(({ id }) => id));
  expect(rows.filter(({ id, proof }) => !proven.has(id) && !proof.startsWith('Not yet: '))).toEqual([]);
});

test('every test that the document names exists under this name', () => {
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter(({ file, name }) => !existsSync(path.join(root, file)) || !read(file).includes(name));
  expect(missing).toEqual([]);
});
