/**
 * Measures how long `pnpm start` takes until it answers, its idle memory and that of single roles, and whether Ctrl-C
 * leaves anything behind.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { freePort, processesWith, residentMegabytes, startChild, untilAnswers } from './child.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { ALLOCATOR, FLAGS, startService } from './service.ts';

const part = 'start';
const IDLE_MS = 10_000;

export async function measureStart({ stack, say, record, size }: Bench): Promise<void> {
  const idleMs = size(IDLE_MS, 0);
  const folder = await scratchFolder(stack);
  say('start: fresh data folder …');
  const fresh = await startAndStop(stack, folder, 0);
  say('start: same data folder …');
  const again = await startAndStop(stack, folder, idleMs);
  say('start: a web process and a worker …');
  const roleFolder = await scratchFolder(stack);
  const url = await scratchDatabase(stack, roleFolder);
  const web = await idleMegabytes(stack, url, roleFolder, 'web', idleMs);
  const worker = await idleMegabytes(stack, url, roleFolder, 'worker', idleMs);
  record([
    { part, measure: 'fresh data folder until healthy', value: fresh.healthySeconds, unit: 's', target: { atMost: 5 } },
    { part, measure: 'same data folder until healthy', value: again.healthySeconds, unit: 's', target: { atMost: 3 } },
    {
      part,
      measure: 'idle memory',
      value: again.residentMb,
      unit: 'MB',
      target: { atMost: 180 },
      note: `RSS of the Node process (web, worker and simulator) ${idleMs / 1000} s after it was healthy`,
    },
    { part, measure: 'idle memory of a web process', value: web, unit: 'MB', target: { atMost: 180 } },
    { part, measure: 'idle memory of a worker', value: worker, unit: 'MB', target: { atMost: 180 } },
    { part, measure: 'SIGINT until the process has ended', value: again.stopSeconds, unit: 's' },
    {
      part,
      measure: 'processes left behind',
      value: fresh.left + again.left,
      unit: '',
      target: { atMost: 0 },
      note: 'with the data folder in their command line; exit codes were 0',
    },
  ]);
}

/** As in production: one role each, without the simulator. */
async function idleMegabytes(
  stack: AsyncDisposableStack,
  url: string,
  folder: string,
  role: 'web' | 'worker',
  idleMs: number,
) {
  const { child } = await startService(stack, url, folder, undefined, role);
  await sleep(idleMs);
  const megabytes = await residentMegabytes(child.pid);
  await child.stop();
  return megabytes;
}

async function startAndStop(stack: AsyncDisposableStack, folder: string, idleMs: number) {
  const port = await freePort();
  const startedAt = performance.now();
  const service = stack.use(
    startChild('apps/server/src/main.ts', [], {
      flags: FLAGS,
      environment: {
        ...ALLOCATOR,
        NODE_COMPILE_CACHE: '.data/compile-cache',
        DATA_DIR: path.join(folder, 'data'),
        PORT: String(port),
        SIMULATOR_PORT: '0',
      },
    }),
  );
  const healthyMs = await untilAnswers(service, `http://127.0.0.1:${port}/api/v1/health`, startedAt);
  await sleep(idleMs);
  const residentMb = await residentMegabytes(service.pid);
  // Otherwise finding none afterwards would prove nothing.
  if ((await processesWith(path.basename(folder))).length === 0) throw new Error('The database process was not found');

  const stoppedAt = performance.now();
  const exitCode = await service.stop();
  const stopSeconds = (performance.now() - stoppedAt) / 1000;
  if (exitCode !== 0) throw new Error(`The service ended with ${exitCode} on SIGINT`);
  const left = (await processesWith(path.basename(folder))).length;
  return { healthySeconds: healthyMs / 1000, residentMb, stopSeconds, left };
}
