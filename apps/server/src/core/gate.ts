import { AppError } from './errors.ts';

type GateOptions = { capacity: number; waiting: number };

/** Works as soon as there is room for `weight`; throws SERVICE_UNAVAILABLE `busy` when too many wait already. */
export type Gate = <T>(weight: number, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds what a burst costs: together, the pieces of work under way weigh no more than `capacity`; as many as `waiting`
 * say wait for their turn, in order, and who comes then is told to come back.
 */
export function createGate({ capacity, waiting }: GateOptions): Gate {
  const queue: { weight: number; start: () => void }[] = [];
  let used = 0;
  const startNext = () => {
    for (let [next] = queue; next && used + next.weight <= capacity; [next] = queue) {
      queue.shift();
      used += next.weight;
      next.start();
    }
  };
  return async (weight, work) => {
    if (weight > capacity) throw new Error(`A weight of ${weight} never fits into ${capacity}`);
    if (queue.length >= waiting) throw busy();
    await new Promise<void>((start) => {
      queue.push({ weight, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      used -= weight;
      startNext();
    }
  };
}

function busy(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'busy',
    'Too much is going on at the moment. Try again in a few seconds.',
    {
      retryAfterSeconds: 5,
    },
  );
}
