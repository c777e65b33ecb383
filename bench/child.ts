/** Child processes of a run: started on free loopback ports, monitored, and ended by pid. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;

export const repository = path.dirname(import.meta.dirname);

export type Child = {
  pid: number;
  process: ChildProcess;
  /** Ends the process with SIGINT and returns its exit code; null if it had to be killed. */
  stop(): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Options = { flags?: string[]; environment?: Record<string, string>; ipc?: boolean };

/** Runs a TypeScript file of this repository with the benchmark's own Node. */
export function startChild(file: string, parameters: string[] = [], options: Options = {}): Child {
  const { flags = [], environment = {}, ipc = false } = options;
  const child = spawn(process.execPath, [...flags, path.join(repository, file), ...parameters], {
    cwd: repository,
    env: { ...inherited(), ...environment },
    // Detached from Ctrl-C: after a second signal the service would leave its database behind.
    detached: true,
    stdio: ipc ? ['ignore', 'ignore', 'inherit', 'ipc'] : ['ignore', 'ignore', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} could not be started`);

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(late);
    return child.exitCode;
  };
  return { pid, process: child, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** Leaves out the caller's DATABASE_URL and the like, which would change the measurement. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Milliseconds until the address answers 200. Throws if the process ends first or takes too long. */
export async function untilAnswers(child: Child, url: string, startedAt = performance.now()): Promise<number> {
  for (;;) {
    const status = await statusOf(url);
    const ms = performance.now() - startedAt;
    if (status === 200) return ms;
    if (child.process.exitCode !== null) throw new Error(`It ended with ${child.process.exitCode} before it answered`);
    if (ms > START_LIMIT_MS) throw new Error(`No answer from ${url} (last status ${status})`);
    await sleep(10);
  }
}

/** 0 while nothing answers. */
async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}

/** Resident memory in MB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

/** Command lines of all processes on this machine that contain `text`. */
export async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args='], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\n').filter((line) => line.includes(text));
}

/** CPU time a process has used so far, in ms; NaN if the system does not report it as Linux does. */
export async function cpuMilliseconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may contain spaces; user and system time are the 12th and 13th field after it, in 1/100 s.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
