import { expect, test, vi } from 'vitest';
import { createSessionCheck } from './session-check.ts';

test('concurrent checks share one request, and the answer is kept for sixty seconds', async () => {
  let time = 0;
  const load = vi.fn(async () => null);
  const check = createSessionCheck(load, () => time);
  await Promise.all([check.current(), check.current(), check.current()]);
  time = 59_999;
  await check.current();
  expect(load).toHaveBeenCalledTimes(1);
  time = 60_000;
  await check.current();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failed check is not cached, and signing out clears the answer', async () => {
  const load = vi.fn<() => Promise<null>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(null);
  const check = createSessionCheck(load);
  await expect(check.current()).rejects.toThrow('offline');
  await expect(check.current()).resolves.toBeNull();
  check.forget();
  await check.current();
  expect(load).toHaveBeenCalledTimes(3);
});
