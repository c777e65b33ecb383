/** Follows the change feed of an organization across restarts, outages and expired cursors. */
import type { ChangesView, ChangeView } from '@guildhall/contracts/change.ts';
import { pause } from './pause.ts';
import { type Answer, dataOf, isRefusal, Refusal, UnreadableAnswer } from './refusals.ts';
import { isRetryable } from './retryable.ts';

export type FollowOptions = {
  /** Keeps the place in the feed, e.g. in a file. `load` returns null, undefined or '' if there is none yet. */
  cursor: {
    load(): string | null | undefined | Promise<string | null | undefined>;
    save(cursor: string): unknown;
  };
  /** Called when there is no cursor or it has expired: read what you keep a copy of. */
  startOver(): unknown;
  /** Pause after everything was read; default 5,000 ms. */
  everyMs?: number;
  /** Ends following without an error. */
  signal?: AbortSignal;
  /** Called when the service does not answer for now; it is asked again after the pause. */
  onTrouble?: (error: unknown) => void;
};

/**
 * Yields changes in their order, at least once each. The cursor is saved after the changes of an answer were consumed, so
 * those of the last one come again after a crash.
 * `followChanges((after) => rest.GET('/organizations/{id}/changes', { params: { path: { id }, query: { after } } }), …)`.
 * Throws `Refusal` when the program may no longer read the feed.
 */
export async function* followChanges(
  ask: (after: string | undefined) => Promise<Answer<ChangesView>>,
  { cursor, startOver, everyMs = 5_000, signal, onTrouble }: FollowOptions,
): AsyncGenerator<ChangeView, void, undefined> {
  let after = (await cursor.load()) || undefined;
  while (!signal?.aborted) {
    const page = await answerOf(ask(after));
    if (signal?.aborted) return;
    if (page === 'expired') {
      after = undefined;
      continue;
    }
    if (page !== null) {
      // The end of the feed is known before the data is read, so no change falls between.
      if (after === undefined) await startOver();
      for (const change of page.changes) {
        yield change;
        if (!signal?.aborted) continue;
        if (change.cursor) await cursor.save(change.cursor);
        return;
      }
      if (page.next !== after) await cursor.save(page.next);
      after = page.next;
    }
    if (!page?.more) await pause(everyMs, signal);
  }

  /** Null when the service does not answer for now. */
  async function answerOf(answer: Promise<Answer<ChangesView>>): Promise<ChangesView | 'expired' | null> {
    try {
      return await dataOf(answer);
    } catch (error) {
      if (signal?.aborted) return null;
      if (after !== undefined && isRefusal(error, 'cursor_expired')) return 'expired';
      if (!isOutage(error)) throw error;
      onTrouble?.(error);
      return null;
    }
  }
}

/** `fetch` fails with a TypeError when there is no connection. */
function isOutage(error: unknown): boolean {
  // A proxy or a network that answers 200 in place of the service does so for a while.
  if (error instanceof UnreadableAnswer && error.status < 300) return true;
  if (error instanceof Refusal || error instanceof UnreadableAnswer) return isRetryable(error.status);
  return error instanceof TypeError;
}
