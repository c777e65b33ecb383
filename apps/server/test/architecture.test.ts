/** Tests the direction of dependencies by reading the imports. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.join(import.meta.dirname, '../src');
const ROOT_FILES = ['entities.ts', 'jobs.ts', 'router.ts', 'routes.ts'];

type Import = { from: string; to: string; typeOnly: boolean; lazy: boolean };

const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'));
const IMPORT = /^(?:import|export) (type )?[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gms;
const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(path.join(src, from), 'utf8').matchAll(IMPORT)].map(([, type, to, lazily = '']) => ({
    from,
    to: path.join(path.dirname(from), to ?? lazily),
    typeOnly: type !== undefined,
    lazy: to === undefined,
  })),
);
/** From the top floor to the ground, as ARCHITECTURE.md lists them. */
const [, list = ''] =
  /## Floors\n.*?```\n(.*?)```/s.exec(readFileSync(path.join(src, '../../../ARCHITECTURE.md'), 'utf8')) ?? [];
const floors = [...list.matchAll(/^(\S+) +(\S+\.ts) /gm)].map(([, room = '', first = '']) => ({ room, first }));
const rooms = floors.map(({ room }) => room);
const folder = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');
const feature = (file: string) => ['', 'core'].includes(folder(file)) === false;

test('every relative import leads to a file', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ to }) => !files.includes(to))).toEqual([]);
});

test('a room is listed on a floor and uses only rooms below it', () => {
  expect(rooms.toSorted()).toEqual(
    [...new Set(files.map(path.posix.dirname))].filter((room) => room !== '.').toSorted(),
  );
  const floor = (file: string) => {
    const room = path.posix.dirname(file);
    return room === '.' ? -1 : rooms.indexOf(room);
  };
  expect(imports.filter(({ from, to }) => floor(to) < floor(from))).toEqual([]);
});

test('features do not depend on each other in a cycle', () => {
  const uses = Map.groupBy(
    imports.filter(({ from, to }) => feature(from) && feature(to) && folder(from) !== folder(to)),
    ({ from }) => folder(from),
  );
  const reach = (name: string, seen = new Set<string>()): Set<string> => {
    for (const { to } of uses.get(name) ?? []) {
      if (!seen.has(folder(to))) reach(folder(to), seen.add(folder(to)));
    }
    return seen;
  };
  expect([...uses.keys()].filter((name) => reach(name).has(name))).toEqual([]);
});

test('a room has at most 25 files, and has the file that ARCHITECTURE.md says to open first', () => {
  const sizes = Map.groupBy(files, path.posix.dirname);
  expect(rooms.filter((room) => (sizes.get(room)?.length ?? 0) > 25)).toEqual([]);
  expect(floors.flatMap(({ room, first }) => (files.includes(`${room}/${first}`) ? [] : [`${room}/${first}`]))).toEqual(
    [],
  );
});

test('a verb imports job definitions, never their handlers', () => {
  const knowsJobs = imports.filter(
    ({ from, to }) => to === 'jobs.ts' && !['serve.ts', 'main.ts', 'migrate.ts', 'backups.ts'].includes(from),
  );
  expect(knowsJobs).toEqual([]);
});

test('only the root files import more than three features', () => {
  const features = new Set(files.filter(feature).map(folder));
  const know = (file: string) =>
    new Set(imports.filter(({ from, to, lazy }) => from === file && feature(to) && !lazy).map(({ to }) => folder(to)));
  const wide = files.filter((file) => !feature(file) && know(file).size > 3 && !ROOT_FILES.includes(file));
  expect(features.size).toBeGreaterThan(5);
  expect(wide).toEqual([]);
});

test('no router checks permissions', () => {
  const asks = /\/(organization-member|[\w-]+\.access|organization\.rules)\.ts$/;
  expect(imports.filter(({ from, to }) => from.endsWith('.router.ts') && asks.test(to))).toEqual([]);
});

test('only the root router imports routers', () => {
  expect(imports.filter(({ from, to }) => to.endsWith('.router.ts') && from !== 'router.ts')).toEqual([]);
});

test('a presenter has its own file only if several files use it', () => {
  const users = (file: string) => imports.filter(({ to }) => to === file).length;
  expect(files.filter((file) => file.endsWith('.presenter.ts') && users(file) < 2)).toEqual([]);
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

test('the ORM describes tables and opens transactions; statements read and write', () => {
  const users = files.filter((file) => /from '@mikro-orm\//.test(readFileSync(path.join(src, file), 'utf8')));
  const allowed = /\.entity\.ts$|^core\/db\/|^migrations\/|^reference\/listed\.ts$/;
  expect(users.filter((file) => !allowed.test(file)).toSorted()).toEqual([
    'core/jobs/unit-of-work.ts',
    'core/services/context.ts',
  ]);
});

test('no folder or file has a catch-all name', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([]);
});

test('the image includes every workspace package that the server depends on', () => {
  const root = path.join(src, '../../..');
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('apps/server/package.json'));
  const packages = Object.keys(dependencies).flatMap((name) => /^@guildhall\/(.+)/.exec(name)?.[1] ?? []);
  expect(packages.length).toBeGreaterThan(2);
  const copied = packages.flatMap((name) => [`COPY packages/${name}/package.json `, `COPY packages/${name}/src `]);
  expect(copied.filter((line) => !read('Dockerfile').includes(line))).toEqual([]);
});
