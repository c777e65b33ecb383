/**
 * Times of events: zones, wall clock and instants, lengths. A local time skipped by a daylight-saving change moves forward
 * as far as the clock does; one that occurs twice means its first occurrence. The zone's own rules decide, in both
 * hemispheres.
 */
import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';
import { Temporal } from 'temporal-polyfill';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';

const OF_GUILD = query({ timeZone: 'text?' })`
  select settings ->> 'timeZone' as "timeZone" from organization where id = $1`;
const OF_PERSON = query({ timeZone: 'text' })`select time_zone as "timeZone" from person where id = $1`;

export async function guildTimeZone(sql: Sql, organizationId: string): Promise<string> {
  const zone = await sql.maybe(OF_GUILD, [organizationId]);
  return zoneOrUtc(zone?.timeZone);
}

export async function personTimeZone(sql: Sql, userId: string): Promise<string> {
  return zoneOrUtc((await sql.maybe(OF_PERSON, [userId]))?.timeZone);
}

/** `local` looks like `2026-12-01T20:00`. */
export function instantAt(local: string, timeZone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(local).toZonedDateTime(zoneOrUtc(timeZone), {
    disambiguation: 'compatible',
  });
  return new Date(epochMilliseconds);
}

export function localAt(instant: Date, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zoneOrUtc(timeZone));
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** The local time shown at the start if the requested one does not exist; otherwise null. */
export function actualStart(asked: string, startsAt: Date, timeZone: string): string | null {
  const shown = localAt(startsAt, timeZone);
  return shown === asked ? null : shown;
}

const dayOf = (local: string) => Temporal.PlainDate.from(local.slice(0, 10));
export const timeOfDay = (local: string) => local.slice(11);

/** Calendar days from one local time to the other. */
export function daysBetween(from: string, to: string): number {
  return dayOf(from).until(dayOf(to), { largestUnit: 'day' }).days;
}

/** The same time a number of days later, or another time. */
export function movedLocal(local: string, days: number, time = timeOfDay(local)): string {
  return `${dayOf(local).add({ days })}T${time}`;
}

/** Repeats the time of the first start on further days, unless a day has a time of its own. */
export const localsOn = (first: string, dates: string[]) =>
  dates.map((date) => (date.length > 10 ? date : `${date}T${timeOfDay(first)}`));

/** The local starts of a series: the first, and each further day at the first one's time unless it has one of its own. */
export function localStarts(first: string, dates: string[]): string[] {
  const all = localsOn(first, dates);
  return (all.includes(first) ? all : [first, ...all]).toSorted();
}

const midnight = (date: Temporal.PlainDate, timeZone: string) =>
  new Date(date.toZonedDateTime(zoneOrUtc(timeZone)).epochMilliseconds);

export const startOfDay = (day: string, timeZone: string) => midnight(dayOf(day), timeZone);
export const endOfDay = (day: string, timeZone: string) => midnight(dayOf(day).add({ days: 1 }), timeZone);

/** From midnight of the first day to midnight after the last. */
export function rangeOf(startDate: string, endDate: string, timeZone: string): { from: Date; to: Date } {
  return { from: startOfDay(startDate, timeZone), to: endOfDay(endDate, timeZone) };
}

const MAX_MINUTES = 7 * 24 * 60;

/** Minutes from the start to the end. Throws BAD_REQUEST. */
export function durationInMinutes(startsAt: Date, endsAt: string | undefined): number {
  const minutes = Math.round((Date.parse(endsAt ?? '') - startsAt.getTime()) / 60_000);
  if (!(minutes > 0)) throw invalid('endsAt', 'The end must be after the start.');
  if (minutes > MAX_MINUTES) throw invalid('endsAt', 'An event can last at most a week.');
  return minutes;
}

/** Minutes from the closing of sign-ups to the start; null when both coincide. Throws BAD_REQUEST. */
export function closingMinutes(startsAt: Date, deadline: string | null | undefined): number | null {
  if (deadline === null || deadline === undefined) return null;
  const minutes = Math.ceil((startsAt.getTime() - Date.parse(deadline)) / 60_000);
  if (minutes < 0) throw invalid('signupDeadline', 'Sign-ups must close before the start, or at the start.');
  if (minutes > 366 * 24 * 60) throw invalid('signupDeadline', 'Sign-ups can close at most a year before the start.');
  return minutes;
}

const invalid = (path: string, message: string) =>
  badRequest('invalid_input', message, { issues: [{ path, message }] });
