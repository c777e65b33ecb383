/** Ends processes of a run that are left, wherever they went. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

type Which = {
  /** A text in the environment that the processes were started with. */
  mark: string;
  /** A process group. */
  group?: number | undefined;
};

const ROUNDS = 50;
const PAUSE_MS = 100;

/**
 * Also those that left the group for a session of their own, as package managers, database servers and browsers do. A database server
 * that is killed leaves its segments of shared memory: they go, too.
 */
export async function endProcesses(which: Which): Promise<void> {
  const segments = new Set<string>();
  // Some may start others meanwhile.
  for (let round = 0; round < ROUNDS; round += 1) {
    const running = await processesOf(which);
    if (running.length === 0) break;
    for (const { pid, isPostgres } of running)
      if (isPostgres) for (const one of await segmentsOf(pid)) segments.add(one);
    for (const { pid } of running) kill(pid);
    await sleep(PAUSE_MS);
  }
  for (const segment of segments) await rm(segment, { force: true });
}

/** Those of the group and those that carry the mark, with all that they have started; not this process. */
async function processesOf({ mark, group }: Which): Promise<{ pid: number; isPostgres: boolean }[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const stat = await ofProcess(pid, 'stat');
      const [state = '', parent, itsGroup] = stat.split(') ').at(-1)?.split(' ') ?? [];
      const isOurs = Number(itsGroup) === group || (await ofProcess(pid, 'environ')).includes(mark);
      const isPostgres = stat.includes('(postgres)');
      return { pid: Number(pid), parent: Number(parent), isOurs, isPostgres, hasEnded: !/^[^ZX]$/.test(state) };
    }),
  );
  const ours = new Set(all.filter(({ pid, isOurs }) => isOurs && pid !== process.pid).map(({ pid }) => pid));
  let before: number;
  do {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent) && pid !== process.pid) ours.add(pid);
  } while (ours.size > before);
  return all.filter(({ pid, hasEnded }) => ours.has(pid) && !hasEnded);
}

async function segmentsOf(pid: number): Promise<string[]> {
  return (await ofProcess(`${pid}`, 'maps')).match(/\/dev\/shm\/PostgreSQL\.\d+/g) ?? [];
}

/** Empty when the process is gone, or another user's. */
export const ofProcess = (pid: string, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
