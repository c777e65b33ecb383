/**
 * Wall clock and instants. A local time that a daylight-saving change leaves out is moved on by as much as the clock is;
 * of one that comes twice the first counts. The zone's own rules decide, in both hemispheres.
 */
import { Temporal } from 'temporal-polyfill';

/** `local` is `2026-12-01T20:00`. */
export function instantAt(local: string, timeZone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, {
    disambiguation: 'compatible',
  });
  return new Date(epochMilliseconds);
}

export function localAt(instant: Date, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** What the clock shows at the start where it leaves out the time that was asked for; else null. */
export function actualStart(asked: string, startsAt: Date, timeZone: string): string | null {
  const shown = localAt(startsAt, timeZone);
  return shown === asked ? null : shown;
}

const dayOf = (local: string) => Temporal.PlainDate.from(local.slice(0, 10));
export const timeOf = (local: string) => local.slice(11);

/** Days from the one local time to the other, by the calendar. */
export function daysBetween(from: string, to: string): number {
  return dayOf(from).until(dayOf(to), { largestUnit: 'day' }).days;
}

/** The same clock so many days later, or another clock. */
export function movedLocal(local: string, days: number, time = timeOf(local)): string {
  return `${dayOf(local).add({ days })}T${time}`;
}

/** The clock of the first on other days, unless a day comes with its own. */
export const localsOn = (first: string, dates: string[]) =>
  dates.map((date) => (date.length > 10 ? date : `${date}T${timeOf(first)}`));

/** The local starts of a series: the first, and each further day at the first one's time unless it has one of its own. */
export function localStarts(first: string, dates: string[]): string[] {
  const all = localsOn(first, dates);
  return (all.includes(first) ? all : [first, ...all]).toSorted();
}

const midnight = (date: Temporal.PlainDate, timeZone: string) =>
  new Date(date.toZonedDateTime(timeZone).epochMilliseconds);

export const startOfDay = (day: string, timeZone: string) => midnight(dayOf(day), timeZone);
export const endOfDay = (day: string, timeZone: string) => midnight(dayOf(day).add({ days: 1 }), timeZone);

/** From the first day's midnight to the one after the last day. */
export function rangeOf(startDate: string, endDate: string, timeZone: string): { from: Date; to: Date } {
  return { from: startOfDay(startDate, timeZone), to: endOfDay(endDate, timeZone) };
}
