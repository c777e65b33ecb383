/**
 * Runs all tests and says whether they pass. The few that were red run again: each of their files twice, alone and in a
 * fresh copy of the tree. A test that passes there both times is unsteady, and does not fail the run (decision 059).
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';
import { endProcesses } from './end-processes.ts';
import type { TestReport } from './test-report.ts';

const MOST_FILES = 5;
const MOST_TESTS = 10;
const REPEATS = 2;
const MINUTE_MS = 60_000;

export type Options = {
  root: string;
  /** Makes a copy of the tree ready for its tests. */
  install: string[];
  /** Runs all tests, or those of the files that are added to it. */
  test: string[];
  firstMs: number;
  /** For all repeats together, with their installations. */
  repeatsMs: number;
  /** Ends the run and all its processes; the verdict is red. */
  signal: AbortSignal;
  write(text: string): void;
};

export type Verdict = { passed: number; failed: number; unsteady: string[] };

/** Throws if the tests cannot be run at all. */
export async function testVerdict(options: Options): Promise<Verdict> {
  const { root, write } = options;
  await using pristine = await copyOfTree(root);
  const first = await runTests(options, root, options.firstMs);
  const passed = first.tests.filter(({ state }) => state === 'passed').length;
  const red = first.tests.filter(({ state }) => state === 'failed');
  const files = [...new Set(red.map(({ file }) => file))];
  const refused = (reason: string): Verdict => {
    write(`\nred: ${reason}\n`);
    return { passed, failed: Math.max(1, red.length + first.problems.length), unsteady: [] };
  };
  if (first.problems.length > 0) return refused(first.problems.join('; '));
  if (red.length === 0) return { passed, failed: 0, unsteady: [] };
  if (files.length > MOST_FILES || red.length > MOST_TESTS) {
    return refused(`${red.length} tests in ${files.length} files, too many for chance`);
  }
  const until = Date.now() + options.repeatsMs;
  for (const file of files) {
    for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
      write(`\nRepeat ${repeat} of ${REPEATS}, alone: ${file}\n`);
      const again = await repeatFile(options, pristine.folder, file, until);
      if (again.problems.length > 0) return refused(again.problems.join('; '));
      const missed = red.filter((one) => one.file === file && !hasPassed(again, one.name));
      const failed = again.tests.filter(({ state }) => state === 'failed');
      const redAgain = new Set([...missed, ...failed].map(nameOf));
      if (redAgain.size > 0) return refused([...redAgain].join(', '));
    }
  }
  return { passed, failed: 0, unsteady: red.map(nameOf) };
}

const nameOf = ({ file, name }: { file: string; name: string }) => `${file} › ${name}`;

/** Several tests of a file may have the same name. A skipped one has not passed. */
function hasPassed({ tests }: TestReport, name: string): boolean {
  const states = tests.filter((test) => test.name === name).map(({ state }) => state);
  return states.length > 0 && states.every((state) => state === 'passed');
}

async function repeatFile(options: Options, pristine: string, file: string, until: number): Promise<TestReport> {
  await using copy = await temporaryFolder('guildhall-repeat-');
  // The database server of the tests runs as another user, from here.
  await chmod(copy.folder, 0o755);
  await cp(pristine, copy.folder, { recursive: true, verbatimSymlinks: true });
  const { ended } = await run(options.install, options, { cwd: copy.folder, limitMs: until - Date.now() });
  if (ended !== 0) return { tests: [], problems: [`installing a copy for ${file} ${words(ended)}`] };
  return await runTests(options, copy.folder, until - Date.now(), file);
}

/** Without anything that is built, cached or ignored. Taken before the first run, which may change what it likes. */
async function copyOfTree(root: string) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = await promisify(execFile)('git', list, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  await using stack = new AsyncDisposableStack();
  const copy = stack.use(await temporaryFolder('guildhall-tree-'));
  for (const file of stdout.split('\0').filter(Boolean)) {
    await cp(path.join(root, file), path.join(copy.folder, file), { verbatimSymlinks: true }).catch(ignoreDeleted);
  }
  const owned = stack.move();
  return { folder: copy.folder, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Its problems include that the run did not end by itself, or ended otherwise than its tests explain. */
async function runTests(options: Options, cwd: string, limitMs: number, file?: string): Promise<TestReport> {
  await using place = await temporaryFolder('guildhall-verdict-');
  const report = path.join(place.folder, 'report.json');
  const command = file ? [...options.test, path.join(cwd, file)] : options.test;
  const { ended, text } = await run(command, options, { cwd, limitMs, variables: { TEST_REPORT: report } });
  const written = await readFile(report, 'utf8').catch(() => undefined);
  if (written === undefined || typeof ended !== 'number') {
    return { tests: [], problems: [`the tests ${typeof ended === 'number' ? 'left no report' : words(ended)}`] };
  }
  // We wrote it ourselves.
  const { tests, problems }: TestReport = JSON.parse(written);
  if (tests.some(({ state }) => state === 'pending')) problems.push('a test did not end');
  // The end comes after the report, and only vitest's output tells that it failed.
  if (/^error during close/m.test(stripVTControlCharacters(text))) problems.push('an error after the tests');
  const expected = tests.some(({ state }) => state === 'failed') ? 1 : 0;
  if (ended !== expected && problems.length === 0) problems.push(`the tests ${words(ended)}`);
  return { tests, problems };
}

async function temporaryFolder(prefix: string) {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** An exit code, a signal, or why we ended it. */
type Ended = number | NodeJS.Signals | 'late' | 'stopped';

const words = (ended: Ended): string => {
  if (ended === 'late') return 'did not end in time';
  if (ended === 'stopped') return 'were stopped';
  return typeof ended === 'number' ? `ended with exit code ${ended}` : `were ended by ${ended}`;
};

type Run = { cwd: string; limitMs: number; variables?: NodeJS.ProcessEnv };

/** Runs a command in a process group of its own. */
async function run([program = '', ...args]: string[], { signal, write }: Options, { cwd, limitMs, variables }: Run) {
  signal.throwIfAborted();
  const mark = randomUUID();
  // A run within a run carries both marks.
  const env = { ...process.env, ...variables, [MARK]: `${process.env[MARK] ?? ''} ${mark}` };
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      write(piece);
    });
  }
  const closed = once(child, 'close').catch(() => {});
  const over = new AbortController();
  const ended = await Promise.race([
    once(child, 'exit').then(([code, by]): Ended => code ?? by),
    sleep(Math.max(0, limitMs), 'late' as const, { signal: over.signal }),
    once(signal, 'abort', { signal: over.signal }).then(() => 'stopped' as const),
  ]);
  over.abort();
  // A process that is left would run beside the next tests, and may hold the output open.
  await endProcesses({ group: child.pid, mark });
  await Promise.race([closed, sleep(OUTPUT_MS)]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return { ended, text };
}

const MARK = 'TEST_RUN';
const OUTPUT_MS = 5_000;

/** The last one is what scripts read. */
export function closingLines({ passed, failed, unsteady }: Verdict): string {
  const beside = unsteady.length > 0 ? `, ${unsteady.length} unsteady` : '';
  return [...unsteady.map((name) => `unsteady: ${name}`), `${passed} passed, ${failed} failed${beside}`, ''].join('\n');
}

if (import.meta.main) {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const pnpm = ['npx', '--yes', 'pnpm@12'];
  const verdict = await testVerdict({
    root: path.dirname(import.meta.dirname),
    install: [...pnpm, 'install', '--frozen-lockfile', '--prefer-offline'],
    test: [...pnpm, 'test'],
    // A machine of a third of the usual speed takes an hour.
    firstMs: 65 * MINUTE_MS,
    repeatsMs: 20 * MINUTE_MS,
    signal: stop.signal,
    write: (text) => void process.stdout.write(text),
  }).catch((error: unknown): Verdict => {
    console.error(error);
    return { passed: 0, failed: 1, unsteady: [] };
  });
  process.stdout.write(closingLines(verdict));
  process.exitCode = verdict.failed > 0 ? 1 : 0;
}
