/** Wall clocks of other zones. */

/** How far a zone is ahead of UTC at a moment, in minutes. */
export function offsetAt(at: Date, timeZone: string): number {
  return Math.round((Date.parse(`${localOf(at, timeZone)}Z`) - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000);
}

/** `2026-12-01T20:00` on the clocks of the zone. */
export function localOf(at: Date, timeZone: string): string {
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return written.replace(' ', 'T');
}

/** The moment at which the clocks of the zone show it. Undefined for what is no time. */
export function instantOf(local: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const guess = new Date(asUtc - offsetAt(new Date(asUtc), timeZone) * 60_000);
  return new Date(asUtc - offsetAt(guess, timeZone) * 60_000);
}
