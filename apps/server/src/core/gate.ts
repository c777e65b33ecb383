import { AppError } from './errors.ts';

/** `patienceMs`: how long anybody waits; without it, for as long as it takes. */
type GateOptions = { capacity: number; waiting: number; patienceMs?: number };

/**
 * Works as soon as there is room for `weight` and nothing else of the same `key` is under way; throws
 * SERVICE_UNAVAILABLE `busy` when too many wait already, or it takes too long.
 */
export type Gate = <T>(weight: number, work: () => Promise<T>, key?: string) => Promise<T>;

type Place = { weight: number; key: string | undefined; start: () => void };

/**
 * Bounds what a burst costs: together, the pieces of work under way weigh no more than `capacity`; as many as `waiting`
 * say wait for their turn, in order, and who comes then is told to come back. Who waits for others of the same key holds
 * up nobody behind.
 */
export function createGate({ capacity, waiting, patienceMs }: GateOptions): Gate {
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
  return async (weight, work, key) => {
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
