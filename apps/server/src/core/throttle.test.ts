import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('lets five of many values a second through, the first one immediately and the last one at the end', () => {
  const seen: number[] = [];
  const throttle = createThrottle<number>(200, (value) => seen.push(value));
  for (let value = 0; value < 95; value++) {
    throttle.push('a', value, false);
    vi.advanceTimersByTime(10);
  }
  expect(seen).toEqual([0, 19, 39, 59, 79]);
  vi.advanceTimersByTime(200);
  expect(seen.at(-1)).toBe(94);
  vi.advanceTimersByTime(10_000);
  expect(seen).toHaveLength(6);
  expect(vi.getTimerCount()).toBe(0);
});

test('sends the final value immediately and nothing after it, and does not delay other ids', () => {
  const seen: string[] = [];
  const throttle = createThrottle<string>(200, (value) => seen.push(value));
  throttle.push('a', 'a1', false);
  throttle.push('a', 'a2', false);
  throttle.push('b', 'b1', false);
  throttle.push('a', 'a end', true);
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual(['a1', 'b1', 'a end']);
  throttle.push('c', 'c1', false);
  throttle.push('c', 'c2', false);
  throttle.push('d', 'd1', false);
  throttle.push('d', 'd2', false);
  throttle.drop('d');
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual(['a1', 'b1', 'a end', 'c1', 'd1', 'c2']);
  throttle.push('c', 'c3', false);
  throttle.push('c', 'c4', false);
  throttle.close();
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual(['a1', 'b1', 'a end', 'c1', 'd1', 'c2', 'c3']);
});
