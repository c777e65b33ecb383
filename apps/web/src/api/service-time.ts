/** The time of the service, which decides what has begun or is closed. The clock of a PC can be hours off. */
let offsetMs = 0;
/** An answer takes some time to arrive, and its header has no fractions of seconds. */
const TOLERATED_MS = 10_000;

export const serviceTime = () => Date.now() + offsetMs;

export function noteServiceTime({ headers }: Response): void {
  // A cache may have kept it for an hour.
  if (headers.get('cache-control')?.includes('max-age')) return;
  const ms = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(ms)) offsetMs = Math.abs(ms) < TOLERATED_MS ? 0 : ms;
}
