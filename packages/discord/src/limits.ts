import { retryAfterMs } from '@guildhall/contracts/retry-after.ts';

/** How long a route must rest after an answer, in milliseconds: 0 while it has requests left. */
export function restMsOf(headers: Headers): number {
  if (headers.get('x-ratelimit-remaining') !== '0') return 0;
  return retryAfterMs(headers.get('x-ratelimit-reset-after')) ?? 0;
}

/**
 * Paces the requests of all processes together. `take` resolves when a request may be sent, and rejects with a
 * `DiscordError` when that would take too long. `penalize` is called when Discord limits all routes at once.
 */
export type Pace = {
  take(signal?: AbortSignal): Promise<void>;
  penalize(ms: number): Promise<void>;
};
