/** Tests the direction of dependencies by reading the imports. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.join(import.meta.dirname, '../src');

type Import = { from: string; to: string; typeOnly: boolean };

const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'));
const IMPORT = /^(?:import|export) (type )?[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gms;
const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(path.join(src, from), 'utf8').matchAll(IMPORT)].map(([, type, to, lazily = '']) => ({
    from,
    to: path.join(path.dirname(from), to ?? lazily),
    typeOnly: type !== undefined,
  })),
);

/** The drawing in ARCHITECTURE.md: floors of wings, and the rooms of each wing, from the roof to the ground. */
const written = readFileSync(path.join(src, '../../../ARCHITECTURE.md'), 'utf8');
const [, picture = '', list = ''] = /## Wings\n.*?```\n(.*?)```.*?```\n(.*?)```/s.exec(written) ?? [];
const floors = picture
  .trimEnd()
  .split('\n')
  .map((line) => line.trim().split(/ +/));
const wings = [...list.matchAll(/^(\w+) +(.*)\n +([^:\n]+):/gm)].map(([, wing = '', rooms = '', first = '']) => ({
  wing,
  rooms: rooms.split(' ').map((room) => path.posix.join(wing, room)),
  first: `${wing}/${first}`,
}));
const wingOf = (file: string) => file.replace(/\/.*/, '');
const floorOf = (file: string) => floors.findIndex((floor) => floor.includes(wingOf(file)));
const roomOf = (file: string) => wings.flatMap(({ rooms }) => rooms).indexOf(path.posix.dirname(file));

test('every relative import leads to a file', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ to }) => !files.includes(to))).toEqual([]);
});

test('ARCHITECTURE.md draws every wing, lists its rooms, and names a file to open first', () => {
  const all = [...new Set(files.map(path.posix.dirname))].filter((room) => room !== '.').toSorted();
  expect(wings.flatMap(({ rooms }) => rooms).toSorted()).toEqual(all);
  expect(floors.flat().toSorted()).toEqual([...new Set(all.map(wingOf))]);
  expect(wings.map(({ first }) => first).filter((file) => !files.includes(file))).toEqual([]);
});

test('ARCHITECTURE.md is read within ten minutes', () => {
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(12_000);
});

test('a wing uses only wings on lower floors, and a room only rooms behind it, types included', () => {
  const between = imports.filter(({ from, to }) => from.includes('/') && wingOf(from) !== wingOf(to));
  expect(between.filter(({ from, to }) => floorOf(to) <= floorOf(from))).toEqual([]);
  const within = imports.filter(({ from, to }) => from.includes('/') && wingOf(from) === wingOf(to));
  expect(within.filter(({ from, to }) => roomOf(to) < roomOf(from))).toEqual([]);
});

test('only programs stand outside of the wings', () => {
  expect(files.filter((file) => !file.includes('/')).toSorted()).toEqual(['main.ts', 'migrate.ts', 'tools.ts']);
});

test('only the root router imports routers', () => {
  expect(imports.filter(({ from, to }) => to.endsWith('.router.ts') && from !== 'app/router.ts')).toEqual([]);
});

test('no file imports itself through a cycle', () => {
  const edges = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (done.has(file) || trail.includes(file)) return;
    for (const { to } of edges.get(file) ?? []) visit(to, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('only the configuration and the entry points read the environment', () => {
  const readers = files.filter((file) => readFileSync(path.join(src, file), 'utf8').includes('process.env'));
  const allowed = ['core/config.ts', 'main.ts', 'migrate.ts', 'tools.ts'];
  expect(readers.filter((file) => !allowed.includes(file))).toEqual([]);
});

test('no folder or file has a catch-all name', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([]);
});

test('the image includes every workspace package that the server depends on, and the API document that it reads', () => {
  const root = path.join(src, '../../..');
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('apps/server/package.json'));
  const packages = Object.keys(dependencies).flatMap((name) => /^@guildhall\/(.+)/.exec(name)?.[1] ?? []);
  expect(packages.length).toBeGreaterThan(2);
  const copied = packages.flatMap((name) => [`COPY packages/${name}/package.json `, `COPY packages/${name}/src `]);
  expect([...copied, 'COPY apps/server/openapi.json '].filter((line) => !read('Dockerfile').includes(line))).toEqual(
    [],
  );
});
