/** Uploads 24-megapixel pictures: how long one takes, and how twenty at once affect other requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { photograph } from '../apps/server/test/pictures.ts';
import type { Bench } from './bench.ts';
import { residentMegabytes } from './child.ts';
import { watchHealth } from './health-watch.ts';
import { seed } from './reads/seed.ts';
import type { Row } from './report.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { type Server, startService } from './service.ts';
import { percentile } from './statistics.ts';

const part = 'uploads';
const MEMORY_EVERY_MS = 50;

export async function measureUploads({ stack, profileFolder, say, record, size }: Bench): Promise<void> {
  const [oneByOne, atOnce] = [size(5, 2), size(20, 2)];
  const folder = await scratchFolder(stack);
  const url = await scratchDatabase(stack, folder);
  const { tokens } = await seed(url, 2);
  const service = await startService(stack, url, folder, profileFolder);
  const jpeg = await photograph();
  say(`uploads: a JPEG of 24 megapixels, ${(jpeg.length / 1e6).toFixed(1)} MB`);

  const alone = await observed(service, async () => {
    const times: number[] = [];
    for (const token of tokens.slice(0, oneByOne)) times.push(await upload(service, token, jpeg));
    return times;
  });
  const together = await observed(service, () =>
    Promise.all(tokens.slice(oneByOne, oneByOne + atOnce).map((token) => upload(service, token, jpeg))),
  );
  const row = (measure: string, value: number, unit: Row['unit'], atMost?: number) =>
    record([{ part, measure, value, unit, ...(atMost === undefined ? {} : { target: { atMost } }) }]);
  row(`one alone, slowest of ${oneByOne}`, Math.max(...alone.result), 'ms', 1_000);
  row('health while one is sent, slowest', Math.max(...alone.health), 'ms', 100);
  row(`${atOnce} at once, the last answer`, Math.max(...together.result), 'ms');
  row(`health during ${atOnce} at once, slowest`, Math.max(...together.health), 'ms');
  row(`health during ${atOnce} at once, p99`, percentile(together.health, 0.99), 'ms');
  row(`memory during ${atOnce} at once, RSS`, together.memory, 'MB', 400);
}

/** Runs the work and returns its result, the health check times meanwhile, and the peak memory of the process. */
async function observed<T>(service: Server, work: () => Promise<T>) {
  let working = true;
  let memory = 0;
  const watchMemory = async () => {
    for (; working; await sleep(MEMORY_EVERY_MS)) memory = Math.max(memory, await residentMegabytes(service.child.pid));
  };
  const health = await watchHealth(service.origin);
  const memoryWatched = watchMemory();
  try {
    const result = await work();
    return { result, health: await health(), memory };
  } finally {
    working = false;
    await memoryWatched;
    await health();
  }
}

/** Milliseconds until the upload was answered. */
async function upload({ origin }: Server, token: string, jpeg: Buffer): Promise<number> {
  const form = new FormData();
  form.set('image', new File([new Uint8Array(jpeg)], 'photograph.jpg', { type: 'image/jpeg' }));
  const startedAt = performance.now();
  const response = await fetch(`${origin}/api/v1/auth/me/avatar`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`upload: ${response.status} ${text}`);
  return performance.now() - startedAt;
}
