/** A small suite of its own, with vitest as the tests have it: in a repository, whose files say how their tests end. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from './is-running.ts';
import { closingLines, type Options, testVerdict } from './test-verdict.ts';

const root = path.dirname(import.meta.dirname);
const MINUTE_MS = 60_000;

const CONFIG = `
  export default {
    test: {
      include: ['*.test.js'],
      globalSetup: ['setup.js'],
      isolate: false,
      maxWorkers: 1,
      reporters: ['default', ${JSON.stringify(path.join(root, '.ci/test-report.ts'))}],
    },
  };
`;

/** \`run\` counts the runs of a file, which share nothing but a folder outside of the tree. */
const RUNS = `
  import { appendFileSync, readFileSync } from 'node:fs';
  export function runOf(file) {
    const place = process.env.RUNS + '/' + file;
    appendFileSync(place, 'x');
    return readFileSync(place, 'utf8').length;
  }
`;
const headOf = (file: string) => `
  import { expect, test } from 'vitest';
  import { runOf } from './runs.js';
  const run = runOf('${file}');
`;

type Files = Record<string, string>;

/** A repository with these test files, and how it is judged. */
async function suiteOf(files: Files, setup = 'export default () => {}') {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-suite-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [tree, runs] = [path.join(folder, 'tree'), path.join(folder, 'runs')];
  await mkdir(tree);
  await mkdir(runs);
  const texts = {
    'package.json': '{"type":"module"}',
    '.gitignore': 'node_modules\nbuilt\n',
    'vitest.config.js': CONFIG,
    'runs.js': RUNS,
    'setup.js': setup,
    ...Object.fromEntries(Object.entries(files).map(([file, body]) => [`${file}.test.js`, `${headOf(file)}\n${body}`])),
  };
  for (const [file, text] of Object.entries(texts)) await writeFile(path.join(tree, file), text);
  const modules = path.join(root, 'node_modules');
  await symlink(modules, path.join(tree, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: tree });
  const printed: string[] = [];
  const options: Options = {
    root: tree,
    install: ['ln', '-s', modules, 'node_modules'],
    test: ['env', `RUNS=${runs}`, process.execPath, path.join(modules, 'vitest/vitest.mjs'), 'run'],
    firstMs: 4 * MINUTE_MS,
    repeatsMs: 4 * MINUTE_MS,
    signal: new AbortController().signal,
    write: (text) => void printed.push(text),
  };
  return { options, printed, runs };
}

/** The verdict, what was printed, and how often each file ran. */
async function judge(files: Files, setup?: string) {
  const { options, printed, runs } = await suiteOf(files, setup);
  const verdict = await testVerdict(options);
  const names = Object.keys(files);
  const counts = await Promise.all(names.map(async (name) => (await readFile(path.join(runs, name), 'utf8')).length));
  return { verdict, printed: printed.join(''), ran: Object.fromEntries(names.map((name, at) => [name, counts[at]])) };
}

const ENDLESS = `new Promise(() => setInterval(() => {}, 1000))`;
const GREEN = `test('holds', () => {});`;
const failing = (count: number) =>
  Array.from({ length: count }, (_, at) => `test('fails ${at}', () => expect(1).toBe(2));`).join('\n');

test('a green run stands as it is', async () => {
  const { verdict, ran } = await judge({ one: GREEN, other: `${GREEN}\ntest.skip('later', () => {});` });
  expect(verdict).toEqual({ passed: 2, failed: 0, unsteady: [] });
  expect(closingLines(verdict)).toBe('2 passed, 0 failed\n');
  expect(ran).toEqual({ one: 1, other: 1 });
});

test('a test that fails once and then passes twice, alone and from a clean state, is unsteady', async () => {
  const { verdict, ran } = await judge({
    chance: `
      import { existsSync, writeFileSync } from 'node:fs';
      import { describe } from 'vitest';
      ${GREEN}
      describe('at night', () => {
        test('meets the other file', () => {
          const found = ['built', 'kept.txt'].filter((file) => existsSync(file));
          for (const file of ['built', 'kept.txt']) writeFileSync(file, '');
          expect({ run, found }).toEqual({ run: run === 1 ? 2 : run, found: [] });
        });
      });`,
    other: GREEN,
  });
  expect(verdict).toEqual({ passed: 2, failed: 0, unsteady: ['chance.test.js › at night > meets the other file'] });
  expect(closingLines(verdict)).toBe(
    'unsteady: chance.test.js › at night > meets the other file\n2 passed, 0 failed, 1 unsteady\n',
  );
  expect(ran).toEqual({ chance: 3, other: 1 });
});

test('five files with ten tests are repeated', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const chance = `test.each([1, 2])('number %i', () => expect(run).not.toBe(1));`;
  const { verdict } = await judge(Object.fromEntries(names.map((name) => [name, chance])));
  expect(verdict).toMatchObject({ passed: 0, failed: 0 });
  expect(verdict.unsteady).toHaveLength(10);
});

const red: Record<string, { files: Files; ran: Record<string, number>; says: string; setup?: string }> = {
  'that always fails': { files: { a: failing(1) }, ran: { a: 2 }, says: 'red: a.test.js › fails 0' },
  'that fails in the first repeat': {
    files: { a: `test('is red twice', () => expect(run).toBe(3));` },
    ran: { a: 2 },
    says: 'red: a.test.js › is red twice',
  },
  'that fails in the second repeat': {
    files: { a: `test('is red twice', () => expect(run).toBe(2));` },
    ran: { a: 3 },
    says: 'red: a.test.js › is red twice',
  },
  'that is skipped in the second repeat': {
    files: { a: `test.skipIf(run === 3)('comes and goes', () => expect(run).toBe(2));` },
    ran: { a: 3 },
    says: 'red: a.test.js › comes and goes',
  },
  'whose name is another one in the repeats': {
    files: { a: `test('run ' + run, () => expect(run).not.toBe(1));` },
    ran: { a: 2 },
    says: 'red: a.test.js › run 1',
  },
  'beside which another fails in a repeat': {
    files: { a: `test('first', () => expect(run).not.toBe(1));\ntest('second', () => expect(run).not.toBe(2));` },
    ran: { a: 2 },
    says: 'red: a.test.js › second',
  },
  'among eleven red ones': {
    files: { a: failing(11) },
    ran: { a: 1 },
    says: 'red: 11 tests in 1 files, too many for chance',
  },
  'in each of six files': {
    files: Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, `test('fails', () => expect(run).not.toBe(1));`]),
    ),
    ran: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 },
    says: 'red: 6 tests in 6 files, too many for chance',
  },
  'whose worker dies': {
    files: { a: `test('crashes', () => process.kill(process.pid, 'SIGKILL'));` },
    ran: { a: 1 },
    says: 'Worker exited unexpectedly',
  },
  'that leaves an unhandled rejection': {
    files: {
      a: `test('is unsteady', () => expect(run).not.toBe(1));`,
      b: `test('rejects', () => void Promise.reject(new Error('unheard')));`,
    },
    ran: { a: 1, b: 1 },
    says: 'red: unheard',
  },
  'in a file whose hook fails': {
    files: { a: `import { beforeAll } from 'vitest';\nbeforeAll(() => expect(run).not.toBe(1));\n${GREEN}` },
    ran: { a: 1 },
    says: 'red: a.test.js: expected 1 not to be 1',
  },
  'in a file that does not load': {
    files: { a: `if (run === 1) throw new Error('not loaded');\n${GREEN}` },
    ran: { a: 1 },
    says: 'red: a.test.js: not loaded',
  },
  'before an end that fails': {
    files: { a: `test('is unsteady', () => expect(run).not.toBe(1));` },
    setup: `export default () => () => { throw new Error('the server does not stop'); }`,
    ran: { a: 1 },
    says: 'red: an error after the tests',
  },
};

test.each(Object.entries(red))('a test %s fails the run', async (_, { files, ran, says, setup }) => {
  const judged = await judge(files, setup);
  expect(judged.verdict.failed).toBeGreaterThan(0);
  expect(judged.verdict.unsteady).toEqual([]);
  expect(judged.printed).toContain(says);
  expect(judged.ran).toEqual(ran);
});

test('a run that hangs is ended, and fails', async () => {
  const { options, printed } = await suiteOf({ a: `test('hangs', { timeout: 0 }, () => ${ENDLESS});`, b: GREEN });
  expect(await testVerdict({ ...options, firstMs: 3_000 })).toEqual({ passed: 0, failed: 1, unsteady: [] });
  expect(printed.join('')).toContain('red: the tests did not end in time');
});

test('repeats that hang are ended, and fail the run', async () => {
  const { options, printed } = await suiteOf({
    a: `test('hangs later', { timeout: 0 }, () => run === 1 ? expect.unreachable() : ${ENDLESS});`,
  });
  expect(await testVerdict({ ...options, repeatsMs: 3_000 })).toEqual({ passed: 0, failed: 1, unsteady: [] });
  expect(printed.join('')).toMatch(/red: .* did not end in time/);
});

test('a run that is told to stop ends its processes, also those in a session of their own, and fails', async () => {
  const { options, runs } = await suiteOf({
    a: `
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      test('hangs', { timeout: 0 }, () => {
        const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit', env: {} });
        writeFileSync(process.env.RUNS + '/servers', [process.pid, server.pid].join());
        return ${ENDLESS};
      });`,
  });
  const stop = new AbortController();
  const judged = testVerdict({ ...options, signal: stop.signal });
  const pids = async () => (await readFile(path.join(runs, 'servers'), 'utf8').catch(() => '')).split(',').map(Number);
  await expect.poll(pids).toHaveLength(2);
  stop.abort();
  expect(await judged).toEqual({ passed: 0, failed: 1, unsteady: [] });
  const [test = 0, server = 0] = await pids();
  await expect.poll(() => [test, server].filter(isRunning)).toEqual([]);
});
