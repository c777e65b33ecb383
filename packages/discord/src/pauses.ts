import { DiscordError } from './errors.ts';

const REFUSED_TOKEN_MS = 10 * 60_000;
const REFUSED_QUESTION_MS = 30_000;
const LONGEST_MS = 60 * 60_000;
const MAX_ROUTES = 1_000;

/**
 * Remembers which requests to hold back for a while. Discord bans an address after 10,000 responses of 401, 403 or 429
 * in ten minutes, and only requests that are not sent are safe: a refused token pauses everywhere, a rate limit for as
 * long as Discord said, a refused question for half a minute.
 */
export function createPauses(now: () => number = Date.now) {
  const standing = new Map<string, { until: number; error: DiscordError; route: string }>();
  const EVERYWHERE = '';

  function rest(key: string, ms: number, error: DiscordError, route = key): void {
    if (standing.size >= MAX_ROUTES) standing.delete(standing.keys().next().value ?? EVERYWHERE);
    standing.set(key, { until: now() + Math.min(ms, LONGEST_MS), error, route });
  }

  return {
    /** Throws Discord's last refusal while it is too early to ask again. */
    check(route: string, path: string, question = route): void {
      for (const key of [EVERYWHERE, route, question]) {
        const pause = standing.get(key);
        if (!pause) continue;
        const left = pause.until - now();
        if (left <= 0) {
          standing.delete(key);
          continue;
        }
        const { kind, status, code } = pause.error;
        throw new DiscordError(kind, { path, status, code, retryAfterMs: left, reason: 'not asked again yet' });
      }
    },

    /** The route has no requests left for this long. */
    usedUp(route: string, ms: number, path: string): void {
      if (ms > 0) rest(route, ms, new DiscordError('rate_limited', { path }));
    },

    /** Allows requests to this server again at once, within its rate limits. */
    forgetRefusals(serverId: string): void {
      for (const [key, { error, route }] of standing) {
        if (error.status === 403 && route.endsWith(` ${serverId}`)) standing.delete(key);
      }
    },

    /** With `restsAfterRefusal: false`, the caller itself stops repeating a refused question. */
    note(route: string, error: DiscordError, restsAfterRefusal = true, question = route): void {
      if (error.kind === 'unauthorized') rest(EVERYWHERE, REFUSED_TOKEN_MS, error);
      if (error.kind === 'rate_limited')
        rest(error.everywhere ? EVERYWHERE : route, error.retryAfterMs ?? 1_000, error);
      if (error.status === 403 && restsAfterRefusal) rest(question, REFUSED_QUESTION_MS, error, route);
    },
  };
}
