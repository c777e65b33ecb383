/**
 * Wakes the jobs that read the outbox, soon after a commit. It runs in workers, so that no request pays for it. A call may
 * be lost with its process: each reader also looks by itself, every minute.
 */

import { ADMINISTRATORS } from '../changes/write-changes.ts';
import type { AppContext } from './context.ts';

/** Queues its job for those of these streams that it reads. Streams are organizations and people. */
export type ChangeReader = (ctx: AppContext, streams: string[]) => Promise<void>;

const PAUSE_MS = 200;

export function wakeReaders(ctx: AppContext, readers: ChangeReader[]): Disposable {
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** One at a time: readers may wait for each other. */
  async function wake(): Promise<void> {
    const streams = [...due];
    due.clear();
    for (const reader of readers) {
      await reader(ctx, streams).catch((err) => ctx.log.warn({ err }, 'a reader of changes was not woken'));
    }
    timer = undefined;
    if (due.size > 0) wakeSoon();
  }

  function wakeSoon(): void {
    if (!closed) timer ??= setTimeout(wake, PAUSE_MS).unref();
  }

  ctx.realtime.onChanged((stream) => {
    if (closed || stream === ADMINISTRATORS) return;
    due.add(stream);
    wakeSoon();
  });
  return {
    [Symbol.dispose]() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
