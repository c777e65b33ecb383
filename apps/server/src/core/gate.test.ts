import { afterEach, expect, test, vi } from 'vitest';
import { createGate } from './gate.ts';

const refusal = { code: 'SERVICE_UNAVAILABLE', reason: 'busy', retryAfterSeconds: 5 };

afterEach(() => void vi.useRealTimers());

test('admits work up to its capacity, queues the next in order, and refuses the rest with a retry time', async () => {
  const inTurn = createGate({ capacity: 2, waiting: 3 });
  const begun = await works(inTurn, [1, 1, 1, 1, 1]);
  await expect(inTurn(1, async () => undefined)).rejects.toMatchObject(refusal);
  await begun.finish(0);
  expect(begun.started).toEqual([0, 1, 2]);
  await begun.finish(2);
  await begun.finish(1);
  expect(begun.started).toEqual([0, 1, 2, 3, 4]);
  await begun.finish(3);
  await begun.finish(4);
  expect(await inTurn(1, async () => 'again')).toBe('again');
});

test('heavier work waits for enough room, and nothing overtakes it', async () => {
  const inTurn = createGate({ capacity: 4, waiting: 10 });
  const begun = await works(inTurn, [3, 2, 1]);
  expect(begun.started).toEqual([0]);
  await begun.finish(0);
  expect(begun.started).toEqual([0, 1, 2]);
  await begun.finish(1);
  await begun.finish(2);
  await expect(inTurn(5, async () => undefined)).rejects.toThrow('never fits');
});

test('refuses work that waits too long, and no longer blocks the work behind it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const inTurn = createGate({ capacity: 3, waiting: 10, patienceMs: 1_000 });
  const begun = await works(inTurn, [2, 2]);
  const waiting = expect(begun.all[1]).rejects.toMatchObject(refusal);
  vi.advanceTimersByTime(999);
  const light = inTurn(1, async () => 'done');
  vi.advanceTimersByTime(1);
  await waiting;
  expect(await light).toBe('done');
  await begun.finish(0);
  vi.advanceTimersByTime(10_000);
  expect(begun.started).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('runs one task per key, and a task waiting for its key blocks no other', async () => {
  const inTurn = createGate({ capacity: 3, waiting: 10 });
  const begun = await works(inTurn, [1, 1, 1, 1], ['a', 'a', 'b', 'a']);
  expect(begun.started).toEqual([0, 2]);
  await begun.finish(0);
  expect(begun.started).toEqual([0, 2, 1]);
  await begun.finish(1);
  expect(begun.started).toEqual([0, 2, 1, 3]);
  await begun.finish(2);
  await begun.finish(3);
});

test('failed work makes room for the next', async () => {
  const inTurn = createGate({ capacity: 1, waiting: 1 });
  for (let count = 0; count < 3; count++) {
    await expect(inTurn(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  }
  expect(await inTurn(1, async () => 'again')).toBe('again');
});

/** Starts tasks with these weights and keys that run until told to finish. */
async function works(inTurn: ReturnType<typeof createGate>, weights: number[], keys: string[] = []) {
  const started: number[] = [];
  const ends = weights.map(() => Promise.withResolvers<void>());
  const all = weights.map((weight, index) => {
    const work = () => {
      started.push(index);
      return ends[index]?.promise ?? Promise.resolve();
    };
    return inTurn(weight, work, keys[index]);
  });
  await turn();
  return {
    started,
    all,
    async finish(index: number) {
      ends[index]?.resolve();
      await all[index];
      await turn();
    },
  };
}

/** Waits until every task whose turn it is has started. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
