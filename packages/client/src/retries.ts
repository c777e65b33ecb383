/** Repeats requests that the service could not answer for now, if repeating them does nothing twice. */
import { createsOnce } from './create-once.ts';
import { pause } from './pause.ts';
import { isRetryable, retryAfterOf } from './retryable.ts';

export type RetryOptions = {
  /** How often a request is repeated at most; default 4. */
  repeats?: number;
  /** An answer that asks for a longer wait is passed on; default 60,000 ms. */
  longestWaitMs?: number;
  /** Called before each wait, e.g. for a log. */
  onWait?: (wait: { ms: number; method: string; url: string; status: number | undefined }) => void;
};

/** Requests that may have been served although no answer came, and do the same when they are served twice. */
const SAFE_TWICE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

const FIRST_WAIT_MS = 500;

/**
 * `fetch` with repeats. 429 says that nothing was done, so every request is repeated, after the wait that the service
 * asks for. 502, 503, 504 and a lost connection leave it open: then only GET, HEAD, PUT and DELETE are repeated, and POST
 * on the routes that heed `Idempotency-Key`, which is set if it is missing.
 */
export function withRetries(
  fetch: (request: Request) => Promise<Response> = (request) => globalThis.fetch(request),
  { repeats = 4, longestWaitMs = 60_000, onWait }: RetryOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const once = createsOnce(request);
    if (once && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID());
    }
    const safeTwice = once || SAFE_TWICE.has(request.method);
    for (let left = repeats, planned = FIRST_WAIT_MS; ; left -= 1, planned *= 2) {
      // The body of a request can be read once.
      const answer = await fetch(left > 0 ? request.clone() : request).catch((error: unknown) => ({ error }));
      const failed = 'error' in answer;
      const status = failed ? undefined : answer.status;
      const mayRepeat = status === 429 || (safeTwice && isRetryable(status));
      // Half of the time at random, so that programs which failed together do not come back together.
      const ms = (failed ? undefined : retryAfterOf(answer)) ?? planned * (0.5 + Math.random() / 2);
      if (left === 0 || !mayRepeat || ms > longestWaitMs || request.signal.aborted) {
        if (failed) throw answer.error;
        return answer;
      }
      if (!failed) await answer.body?.cancel();
      onWait?.({ ms, method: request.method, url: request.url, status });
      await pause(ms, request.signal);
      request.signal.throwIfAborted();
    }
  };
}
