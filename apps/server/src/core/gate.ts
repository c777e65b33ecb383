import { AppError } from './errors.ts';

/** `patienceMs` is the longest wait; without it, there is no limit. */
type GateOptions = { capacity: number; waiting: number; patienceMs?: number };

type Place = { weight: number; key: string | undefined; start: () => void };

/**
 * Bounds the cost of a burst: the total weight of running work never exceeds `capacity`, and at most `waiting` callers
 * queue, in order; further ones are told to come back. A caller that waits for its own key holds up none behind it.
 */
export function createGate({ capacity, waiting, patienceMs }: GateOptions) {
  const queue: Place[] = [];
  const keys = new Set<string>();
  let used = 0;
  const startNext = () => {
    for (;;) {
      const at = queue.findIndex(({ key }) => key === undefined || !keys.has(key));
      const next = queue[at];
      if (!next || used + next.weight > capacity) return;
      queue.splice(at, 1);
      used += next.weight;
      if (next.key !== undefined) keys.add(next.key);
      next.start();
    }
  };
  const turn = (weight: number, key: string | undefined) =>
    new Promise<void>((start, refuse) => {
      const place: Place = { weight, key, start };
      queue.push(place);
      startNext();
      if (patienceMs === undefined || !queue.includes(place)) return;
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(place), 1);
        refuse(busy());
        startNext();
      }, patienceMs);
      place.start = () => {
        clearTimeout(timer);
        start();
      };
    });
  /**
   * Runs `work` as soon as there is room for `weight` and nothing else with the same `key` is running. Throws
   * SERVICE_UNAVAILABLE `busy` when too many callers wait already, or when the wait takes too long.
   */
  return async <T>(weight: number, work: () => Promise<T>, key?: string): Promise<T> => {
    if (weight > capacity) throw new Error(`A weight of ${weight} never fits into ${capacity}`);
    if (queue.length >= waiting) throw busy();
    await turn(weight, key);
    try {
      return await work();
    } finally {
      used -= weight;
      if (key !== undefined) keys.delete(key);
      startNext();
    }
  };
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'busy', 'The service is busy. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });
}
