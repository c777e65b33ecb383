import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryCache } from './cache.ts';

afterEach(() => void vi.useRealTimers());

test('concurrent callers share one load, and the value is kept until it expires', async () => {
  vi.useFakeTimers();
  const cache = createMemoryCache();
  const load = vi.fn(async () => ({ value: load.mock.calls.length }));
  const ask = () => cache.getOrLoad('key', 1_000, load);
  await expect(Promise.all([ask(), ask(), ask()])).resolves.toEqual([{ value: 1 }, { value: 1 }, { value: 1 }]);
  vi.advanceTimersByTime(999);
  await expect(ask()).resolves.toEqual({ value: 1 });
  vi.advanceTimersByTime(2);
  await expect(ask()).resolves.toEqual({ value: 2 });
});

test('a failure reaches all waiting callers, and is not cached', async () => {
  const cache = createMemoryCache();
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('value');
  const ask = () => cache.getOrLoad('key', 1_000, load);
  const both = await Promise.allSettled([ask(), ask()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask()).resolves.toBe('value');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a forgotten key is loaded again, even while its load is in progress', async () => {
  const cache = createMemoryCache();
  const first = Promise.withResolvers<string>();
  const early = cache.getOrLoad('key', 1_000, () => first.promise);
  cache.forget('key');
  await expect(cache.getOrLoad('key', 1_000, async () => 'new')).resolves.toBe('new');
  first.reject(new Error('late'));
  await expect(early).rejects.toThrow('late');
  await expect(cache.getOrLoad('key', 1_000, async () => 'newer')).resolves.toBe('new');
});

test('evicts the least recently used entry, and accepts keys such as __proto__', async () => {
  const cache = createMemoryCache(2);
  const ask = (key: string) => cache.getOrLoad(key, 60_000, async () => `loaded ${key}`);
  const again = (key: string) => cache.getOrLoad(key, 60_000, async () => 'again');
  for (const key of ['a', 'b', 'a', '__proto__']) await ask(key);
  await expect(again('a')).resolves.toBe('loaded a');
  await expect(again('__proto__')).resolves.toBe('loaded __proto__');
  await expect(again('b')).resolves.toBe('again');
});
