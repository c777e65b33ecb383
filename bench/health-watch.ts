/**
 * Checks health continuously from its own thread: sending large pictures delays the sending thread, which is not the
 * service's fault. When stopped, it returns the response times in milliseconds.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const EVERY_MS = 20;

/** Returns, once it watches, a function that stops and returns the measurements: at least one. */
export async function watchHealth(origin: string): Promise<() => Promise<number[]>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: origin });
  await once(worker, 'message');
  const seen = new Promise<number[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return () => {
    worker.postMessage('stop');
    return seen;
  };
}

async function watch(origin: string): Promise<number[]> {
  let watching = true;
  parentPort?.once('message', () => {
    watching = false;
  });
  // The very first request is slow on both sides, whatever else the service does.
  await ask(origin);
  parentPort?.postMessage('watching');
  const times = [await ask(origin)];
  for (; watching; await sleep(EVERY_MS)) times.push(await ask(origin));
  return times;
}

/** Milliseconds until the health check was answered. */
async function ask(origin: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${origin}/api/v1/health`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`health: ${response.status}`);
  return performance.now() - startedAt;
}

if (!isMainThread) parentPort?.postMessage(await watch(workerData));
