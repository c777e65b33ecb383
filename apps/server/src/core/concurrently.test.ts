import { expect, test } from 'vitest';
import { mapAhead } from './concurrently.ts';

test('results come in order, with a limited number of tasks started ahead of the current one', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    return item * 10;
  };
  const seen: [number, number][] = [];
  for await (const result of mapAhead([1, 2, 3, 4], 1, work)) seen.push([result, begun.length]);
  expect(seen).toEqual([
    [10, 2],
    [20, 3],
    [30, 4],
    [40, 4],
  ]);
});

test('a failure is thrown when its turn comes', async () => {
  const results: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error('two');
    return item;
  };
  const reading = async () => {
    for await (const result of mapAhead([1, 2, 3], 2, work)) results.push(result);
  };
  await expect(reading()).rejects.toThrow('two');
  expect(results).toEqual([1]);
});
