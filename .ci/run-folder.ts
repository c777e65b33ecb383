/**
 * One folder for all that a run writes outside of the tree, and one in shared memory. Nothing of a run outlasts it, also when it is
 * killed: a process of its own waits for the end of the run, and the next run finds what is left if that one died, too.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir, readlink, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endProcesses, ofProcess } from './end-processes.ts';

const MEMORY = '/dev/shm';

/** The owner: number and start of the process, and the namespace in which it has this number. */
const NAME = /^guildhall-run-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)-/;
/** A run within a run needs no owner, and the path of a socket has 108 characters. */
const WITHIN = /^r-\w{6}$/;
/** Another user, who runs the database server for root, reaches what is within. */
const PASSABLE = 0o711;

/** Removes what dead runs have left, and makes the temporary folder of this process and of those that it starts. */
export async function openRunFolder(): Promise<string> {
  await removeDeadRuns();
  const owner = [process.pid, await startOf(process.pid), await namespace()].map((id) => id.toString(36)).join('-');
  const parent = tmpdir();
  const folder = mkdtempSync(path.join(parent, isRun(path.basename(parent)) ? 'r-' : `guildhall-run-${owner}-`));
  const places = [folder, memoryOf(folder)];
  try {
    mkdirSync(memoryOf(folder));
  } catch {
    // A machine without shared memory.
    places.pop();
  }
  for (const place of places) chmodSync(place, PASSABLE);
  process.env.TMPDIR = folder;
  removeAtTheEnd(folder);
  process.once('exit', () => {
    for (const place of places) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** The folder of a run in shared memory; that of a run within another run lies within the other's. */
export const memoryOf = (folder: string) => path.join(MEMORY, ...folder.split(path.sep).filter(isRun));

const isRun = (name: string) => NAME.test(name) || WITHIN.test(name);

/** Starts this file as a program. It has no name, group and environment by which it would die with the run. */
function removeAtTheEnd(folder: string): void {
  const cleaner = spawn(process.execPath, [import.meta.filename, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH },
  });
  cleaner.unref();
  if (cleaner.stdin instanceof Socket) cleaner.stdin.unref();
}

async function removeDeadRuns(): Promise<void> {
  const parent = tmpdir();
  const names = new Set<string>();
  for (const place of [parent, memoryOf(parent)]) {
    for (const name of await readdir(place).catch(() => [])) {
      if ((await isDead(name)) && (await isOwn(path.join(place, name)))) names.add(name);
    }
  }
  for (const name of names) await removeRun(path.join(parent, name));
}

/** Also when its number belongs to another process by now. Processes of other namespaces cannot be seen from here. */
async function isDead(name: string): Promise<boolean> {
  const [, pid, start, space] = NAME.exec(name)?.map((id) => Number.parseInt(id, 36)) ?? [];
  return pid !== undefined && space === (await namespace()) && space !== 0 && start !== (await startOf(pid));
}

async function isOwn(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

/** In ticks since the machine started; 0 for one that has ended. */
async function startOf(pid: number): Promise<number> {
  const [state = 'Z', ...rest] = (await ofProcess(`${pid}`, 'stat')).split(') ').at(-1)?.split(' ') ?? [];
  return /^[ZX]?$/.test(state) ? 0 : Number(rest[18]);
}

/** 0 where there are none. */
const namespace = async () => Number(/\d+/.exec(await readlink('/proc/self/ns/pid').catch(() => '0'))?.[0]);

async function removeRun(folder: string): Promise<void> {
  const name = path.basename(folder);
  await endProcesses({ mark: NAME.test(name) ? name : folder });
  for (const place of [folder, memoryOf(folder)]) await rm(place, { recursive: true, force: true, maxRetries: 5 });
}

if (import.meta.main) {
  const [, , folder = ''] = process.argv;
  // Ends with the process that holds the other end.
  for await (const _ of process.stdin);
  if (isRun(path.basename(folder))) await removeRun(folder);
}
