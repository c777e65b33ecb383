import { once } from 'node:events';
import { type Child, startChild } from '../child.ts';
import type { LoadOrder, LoadResult } from './load-messages.ts';

export type Load = (order: LoadOrder) => Promise<LoadResult>;

/** Starts the load generator, which takes one order at a time. */
export function startLoad(stack: AsyncDisposableStack): Load {
  const child: Child = stack.use(startChild('bench/reads/load-generator.ts', [], { ipc: true }));
  return async (order) => {
    const answered = once(child.process, 'message');
    child.process.send(order);
    const [result] = await answered;
    return result;
  };
}
