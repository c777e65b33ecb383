/** Tests the direction of dependencies by reading the imports, types included. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Import = { from: string; to: string };

const src = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(src, file), 'utf8');
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !file.endsWith('.test.ts'));
const IMPORT = /\b(?:from|import) '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;
const imports: Import[] = files.flatMap((from) =>
  [...read(from).matchAll(IMPORT)].map(([, to, lazily = '']) => ({
    from,
    to: path.join(path.dirname(from), to ?? lazily),
  })),
);
/** Words and drawings belong to the room that shows them. */
const roomOf = (file: string) => path.dirname(file).replace(/\/(words|core|past|art)$/, '');
const wingOf = (file: string) => file.split('/')[0] ?? '';
const isRoot = (file: string) => !file.includes('/');

/** From the top to the ground, as README.md lists them. */
const [, list = ''] = /## Wings\n.*?```\n(.*?)```/s.exec(read('../README.md')) ?? [];
const rooms = [...list.matchAll(/^([a-z][\w/-]*) /gm)].map(([, room = '']) => room);

test('every relative import leads to a file', () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(imports.filter(({ to }) => !existsSync(path.join(src, to.replace(/\?url$/, ''))))).toEqual([]);
});

test('a room is listed in README.md and uses only rooms below it', () => {
  expect(rooms.toSorted()).toEqual([...new Set(files.filter((file) => !isRoot(file)).map(roomOf))].toSorted());
  const floor = (file: string) => (isRoot(file) ? -1 : rooms.indexOf(roomOf(file)));
  expect(imports.filter(({ from, to }) => wingOf(to) !== 'theme' && floor(to) < floor(from))).toEqual([]);
});

test('wings use each other in one direction', () => {
  const wings = [...new Set(rooms.map(wingOf))];
  expect(wings.length).toBeLessThanOrEqual(12);
  expect(rooms.map(wingOf).filter((wing, index, all) => all[index - 1] !== wing)).toEqual(wings);
});

test('no file imports itself through a circle', () => {
  const edges = Map.groupBy(imports, ({ from }) => from);
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

test('no folder or file has a catch-all name', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/.test(file))).toEqual([]);
});

test('the parts of the bundle name files that exist', () => {
  const named = (folder: string) =>
    [
      ...readFileSync(path.join(src, '../vite.config.ts'), 'utf8').matchAll(
        new RegExp(`${folder}\\\\/\\(([\\w|.\\\\-]+)\\)`, 'g'),
      ),
    ].flatMap(([, names = '']) => names.replaceAll('\\', '').split('|'));
  for (const folder of ['ui', 'signups']) {
    const names = named(folder);
    expect(names).not.toEqual([]);
    const missing = names.filter((name) => globSync(`**/${folder}/${name}.*`, { cwd: src }).length === 0);
    expect(missing, folder).toEqual([]);
  }
});

test('one file copies, because a page over plain http has no clipboard', () => {
  expect(files.filter((file) => /navigator\.clipboard|execCommand\('copy'/.test(read(file)))).toEqual([
    'ui/copy-text.ts',
  ]);
  expect(files.filter((file) => /\bcopyText\(/.test(read(file))).length).toBeGreaterThan(15);
});

test('pages go by the time of the service, because the clock of a PC can be days off', () => {
  const reasons: Record<string, string> = {
    'admin/count-chart.tsx': 'at most one sample a second',
    'api/service-time.ts': 'measures how far the clock is off',
    'armory/views/refresh.ts': 'counts down seconds from a tap',
    'shell/new-version.ts': 'asks again after some minutes',
    'shell/shortcuts.ts': 'two keys within a second',
  };
  const asks = /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b/;
  expect(files.filter((file) => asks.test(read(file))).toSorted()).toEqual(Object.keys(reasons));
});

test('one file writes the options of selects, so that no two read alike', () => {
  expect(files.filter((file) => /<(option|optgroup|datalist)\b/.test(read(file)))).toEqual(['ui/select.tsx']);
  const own = files.filter((file) => /<select\b/.test(read(file)));
  expect(own.filter((file) => !read(file).includes('<Options'))).toEqual([]);
});

test('components put titles and marks into the head of the page by hand, as React 18 leaves them where they stand', () => {
  expect(files.filter((file) => /<(title|meta|link)\b/.test(read(file)))).toEqual([]);
});

test('a class of the base sheet has one rule', () => {
  // Alone at the first level of the layer: what it is within others has rules of its own.
  const rules = [...read('theme/base.css').matchAll(/^ {2}(\.[\w-]+) \{/gm)].map(([, name]) => name);
  expect(rules.length).toBeGreaterThan(50);
  expect(rules.filter((name, index) => rules.indexOf(name) !== index)).toEqual([]);
});
