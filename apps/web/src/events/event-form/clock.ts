/** Local times in other time zones. */
import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';

/** A zone's offset from UTC at a moment, in minutes. */
export function offsetAt(at: Date, timeZone: string): number {
  return Math.round((Date.parse(`${localOf(at, timeZone)}Z`) - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000);
}

/** The local time in the zone, as `2026-12-01T20:00`. */
export function localOf(at: Date, timeZone: string): string {
  const written = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zoneOrUtc(timeZone),
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  return written.replace(' ', 'T');
}

/** The moment with this local time in the zone. Undefined if it is not a valid time. */
export function instantOf(local: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const guess = new Date(asUtc - offsetAt(new Date(asUtc), timeZone) * 60_000);
  return new Date(asUtc - offsetAt(guess, timeZone) * 60_000);
}
