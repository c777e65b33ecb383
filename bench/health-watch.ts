/**
 * Asks for health again and again from a thread of its own: who sends pictures of many megabytes is late himself, and
 * that is not the service's doing. Told to stop, it says how long each answer took, in milliseconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const EVERY_MS = 20;

/** Begins to watch; the answer ends it and gives what it saw. */
export function watchHealth(origin: string): () => Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: origin });
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
  // The first request of all is slow, on both sides, whatever else the service does.
  await ask(origin);
  const times: number[] = [];
  for (; watching; await sleep(EVERY_MS)) times.push(await ask(origin));
  return times;
}

/** Milliseconds until health was answered. */
async function ask(origin: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${origin}/api/v1/health`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`health: ${response.status}`);
  return performance.now() - startedAt;
}

if (!isMainThread) parentPort?.postMessage(await watch(workerData));
