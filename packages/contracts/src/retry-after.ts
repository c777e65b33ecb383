/** `Retry-After` and its kin: how long another service wants to be left alone. */

/** A longer wait counts as this one, which timers and databases can hold. */
const LONGEST_RETRY_MS = 24 * 3_600_000;

/** Seconds, also with a fraction. */
const SECONDS = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
/** The three forms of a date in HTTP; the last one says no zone, and means GMT as well. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? .{1,40}$/i;

/**
 * The wait in milliseconds, rounded up: seconds, such as `1.5`, or an HTTP date (RFC 9110 §10.2.3). Undefined when it is
 * missing or says neither, and 0 for a date in the past.
 */
export function retryAfterMs(value: string | null | undefined, now = Date.now()): number | undefined {
  const text = (value ?? '').trim();
  if (SECONDS.test(text)) return waitOfSeconds(Number(text));
  if (!DATE.test(text)) return undefined;
  const at = Date.parse(/GMT|UTC|[+-]\d{4}$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), LONGEST_RETRY_MS);
}

/** The shortest pause: a service that names none, or a time in the past, would be asked again without end. */
export const SHORTEST_PAUSE_MS = 1_000;

/** The pause after an answer: the longest wait that it names, at least a second. Undefined when it names none. */
export function pauseMsOf(...waits: (number | undefined)[]): number | undefined {
  const named = waits.filter((ms) => ms !== undefined);
  return named.length === 0 ? undefined : Math.max(SHORTEST_PAUSE_MS, ...named);
}

/** The same as `retryAfterMs` for a number of seconds. */
export const waitOfSeconds = (seconds: number): number => Math.min(Math.ceil(seconds * 1_000), LONGEST_RETRY_MS);
