import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { createRedisCache } from './redis-cache.ts';

const log = createLogger('silent');

test('while the store is down every value is loaded afresh, and the check reports it', async () => {
  const closedPort = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
  const cache = createRedisCache(`redis://127.0.0.1:${closedPort}`, log);
  try {
    expect(await cache.getOrLoad('answer', 1_000, async () => 42)).toBe(42);
    expect(await cache.check()).toBe('not reachable');
  } finally {
    await cache.close();
  }
});

const url = process.env.REDIS_TEST_URL;

// The package registry offers no Redis: set REDIS_TEST_URL to test against a real one.
test.skipIf(!url)('two processes share a value, and forgetting it applies to both', async () => {
  const one = createRedisCache(url ?? '', log);
  const other = createRedisCache(url ?? '', log);
  const key = `test-${Date.now()}`;
  try {
    await expect.poll(() => one.check()).toBeNull();
    await expect.poll(() => other.check()).toBeNull();
    expect(await one.getOrLoad(key, 60_000, async () => ({ value: 1 }))).toEqual({ value: 1 });
    const load = vi.fn(async () => ({ value: 2 }));
    await expect.poll(() => other.getOrLoad(key, 60_000, load)).toEqual({ value: 1 });
    one.forget(key);
    await expect.poll(() => other.getOrLoad(key, 60_000, load), { timeout: 3_000 }).toEqual({ value: 2 });
  } finally {
    await one.close();
    await other.close();
  }
});
