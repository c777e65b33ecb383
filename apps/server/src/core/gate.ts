import { AppError } from './errors.ts';

type GateOptions = { atOnce: number; waiting: number };
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many pieces of work run at the same time and so many more wait for their turn, in order; who comes then is
 * told to come back (503 `busy`). It bounds what a burst costs in memory.
 */
export function createGate({ atOnce, waiting }: GateOptions): Gate {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw busy();
    try {
      return await work();
    } finally {
      // The place goes over to whoever is next, so that nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
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
