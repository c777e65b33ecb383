/** Runs that end by themselves, fail, or are killed, each with a temporary folder of its own as a machine has one. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from './is-running.ts';
import { memoryOf } from './run-folder.ts';

const root = path.dirname(import.meta.dirname);
const ours = path.join(import.meta.dirname, 'run-folder.ts');

/** Leaves a file in each folder, and a server in a session of its own. Ends with its input, as the rest of it says. */
const PROGRAM = `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import path from 'node:path';
  import { memoryOf, openRunFolder } from ${JSON.stringify(ours)};
  const folder = await openRunFolder();
  for (const place of [tmpdir(), memoryOf(folder)]) writeFileSync(path.join(place, 'kept.txt'), '');
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  server.unref();
  process.stdout.write(JSON.stringify({ folder, server: server.pid }) + '\\n');
  for await (const _ of process.stdin);
`;

type Run = { child: ChildProcessByStdio<Writable, Readable, null>; folder: string; server: number; cleaner: number };

/** A temporary folder for runs, which lies within that of the run of this test. */
async function machine(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'machine-'));
  // A database server may run as another user.
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(temporary: string, end = ''): Promise<Run> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${PROGRAM}\n${end}`], {
    env: { PATH: process.env.PATH, TMPDIR: temporary },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The run ended with ${code}`)));
  // Once it has begun, tests end it on purpose.
  died.catch(() => {});
  const [said] = await Promise.race([once(child.stdout, 'data'), died]);
  const { folder, server } = JSON.parse(String(said));
  const [cleaner = 0] = pidsWith('cmdline', `${ours}\0${folder}\0`);
  const run = { child, folder, server, cleaner };
  onTestFinished(() => processesOf(run).forEach(kill));
  return run;
}

const kill = (pid: number) => process.kill(pid, 'SIGKILL');

function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const pidsWith = (file: string, text: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && textOf(pid, file).includes(text));

const processesOf = ({ child, server, cleaner }: Run) => [child.pid ?? 0, server, cleaner].filter(isRunning);
const foldersOf = ({ folder }: Run) => [folder, memoryOf(folder)].filter((place) => existsSync(place));
const remains = (run: Run) => [...processesOf(run), ...foldersOf(run)];

test.each([
  ['is green', ''],
  ['is red', 'process.exitCode = 1;'],
  ['exits', 'process.exit(3);'],
])('a run that %s leaves no folder when it ends, and no process', async (_, end) => {
  const run = await start(await machine(), end);
  expect(remains(run)).toHaveLength(5);
  run.child.stdin.end();
  await once(run.child, 'exit');
  expect(foldersOf(run)).toEqual([]);
  await expect.poll(() => remains(run)).toEqual([]);
});

test.each([
  ['alone', 1],
  ['with its process group', -1],
])('a run that is killed %s leaves neither process nor folder', async (_, sign) => {
  const run = await start(await machine());
  expect(remains(run)).toHaveLength(5);
  kill(sign * (run.child.pid ?? 0));
  await expect.poll(() => remains(run)).toEqual([]);
});

test('the next run removes what nothing else removed of a dead one, and leaves a live one alone', async () => {
  const temporary = await machine();
  const [dead, live] = [await start(temporary), await start(temporary)];
  // As when a machine has no memory left: all die but the server.
  for (const pid of [dead.cleaner, dead.child.pid ?? 0]) kill(pid);
  await expect.poll(() => remains(dead)).toEqual([dead.server, dead.folder, memoryOf(dead.folder)]);
  const next = await start(temporary);
  expect(remains(dead)).toEqual([]);
  expect(remains(live)).toHaveLength(5);
  for (const { child } of [live, next]) child.stdin.end();
  await expect.poll(() => [...remains(live), ...remains(next)]).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a run within a run has a path that leaves room for sockets, and is removed when it is killed', async () => {
  const outer = await start(await machine());
  const inner = await start(outer.folder);
  expect(inner.folder).toMatch(/\/r-\w{6}$/);
  expect(path.dirname(memoryOf(inner.folder))).toBe(memoryOf(outer.folder));
  expect(remains(inner)).toHaveLength(5);
  kill(inner.child.pid ?? 0);
  await expect.poll(() => remains(inner)).toEqual([]);
  expect(remains(outer)).toHaveLength(5);
  outer.child.stdin.end();
  await expect.poll(() => remains(outer)).toEqual([]);
});

test('a run is dead when its number belongs to another process, and not known as such in another namespace', async () => {
  const temporary = await machine();
  const here = Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]);
  const nameOf = (space: number) =>
    `guildhall-run-${[process.pid, 1, space].map((id) => id.toString(36)).join('-')}-abc`;
  const left = [nameOf(here + 1), 'guildhall-run-notes'].sort();
  for (const name of [nameOf(here), ...left]) await mkdir(path.join(temporary, name));
  const next = await start(temporary);
  next.child.stdin.end();
  await expect.poll(() => remains(next)).toEqual([]);
  expect(readdirSync(temporary).sort()).toEqual(left);
});

const CONFIG = `
  export default {
    test: {
      include: ['*.test.js'],
      globalSetup: [${JSON.stringify(path.join(root, 'apps/server/test/global-setup.ts'))}],
      isolate: false,
      maxWorkers: 1,
    },
  };
`;

test.each([
  ['green', `test('holds', () => {});`, 0],
  ['red', `test('fails', () => expect(1).toBe(2));`, 1],
  ['killed', `test('kills', () => process.kill(process.ppid, 'SIGKILL'));`, null],
] as const)('a %s run of tests leaves nothing of itself and of its database server', async (_, body, code) => {
  const [tree, temporary] = [await machine(), await machine()];
  await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  const files = {
    'package.json': '{"type":"module"}',
    'vitest.config.js': CONFIG,
    'a.test.js': `
      import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      import { expect, inject, test } from 'vitest';
      const textOf = (pid, file) => {
        try {
          return readFileSync('/proc/' + pid + '/' + file, 'utf8');
        } catch {
          return '';
        }
      };
      test('leaves a file, and finds the shared memory of the server', () => {
        writeFileSync(tmpdir() + '/left.txt', inject('postgresUrl'));
        const ours = readdirSync('/proc').filter((pid) => textOf(pid, 'environ').includes(process.env.TREE));
        const segments = ours.flatMap((pid) => textOf(pid, 'maps').match(/\\/dev\\/shm\\/PostgreSQL\\.\\d+/g) ?? []);
        writeFileSync(process.env.TREE + '/segments.txt', segments.join('\\n'));
      });
      ${body}`,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(tree, file), text);
  const child = spawn(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: tree,
    env: { PATH: process.env.PATH, TMPDIR: temporary, TREE: tree },
    stdio: 'ignore',
  });
  expect((await once(child, 'exit'))[0]).toBe(code);
  const segments = (await readFile(path.join(tree, 'segments.txt'), 'utf8')).split('\n');
  expect(segments[0]).toContain('PostgreSQL');
  const inMemory = `guildhall-run-${child.pid?.toString(36)}-`;
  await expect
    .poll(() => [
      ...readdirSync(temporary),
      ...readdirSync(memoryOf(tmpdir())).filter((name) => name.startsWith(inMemory)),
      ...pidsWith('environ', `TREE=${tree}\0`),
      ...segments.filter((place) => existsSync(place)),
    ])
    .toEqual([]);
});
