/** Answers after which the same request may succeed later. */

/** Without a status the connection was lost. */
export const isRetryable = (status: number | undefined): boolean =>
  status === undefined || [429, 502, 503, 504].includes(status);

/** `Retry-After` is a number of seconds or a date. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
