/**
 * Localized dates and numbers, formatted by the browser's full language tag, because `en` alone turns 20:00 into 08:00
 * PM.
 */

import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';
import { useMemo } from 'react';
import { serviceTime } from '../api/service-time.ts';
import { useViewer } from '../api/session.ts';
import { localeTagOf, useLanguage } from './language.ts';
import { number } from './plural.ts';

export type Format = {
  timeZone: string;
  number(value: number): string;
  /** Thursday 26 November */
  day(at: Date, timeZone?: string): string;
  /** 26 Nov 2026 */
  date(at: Date, timeZone?: string): string;
  /** 26 Nov */
  dayOfMonth(at: Date): string;
  /** Nov */
  shortMonth(at: Date): string;
  /** 26 */
  dayNumber(at: Date): string;
  /** 20:00 */
  time(at: Date, timeZone?: string): string;
  /** Thu 26 Nov, 20:00 */
  dayAndTime(at: Date, timeZone?: string): string;
  /** With zone and year, for the tooltip of a short one. */
  full(at: Date, timeZone?: string): string;
  /** 2 hours ago, in 4 days */
  relative(at: Date, now?: Date): string;
  zoneName(timeZone: string): string;
  /** 2d 4h */
  span(ms: number): string;
  /** Weekday of a date such as 2026-11-26: Thu */
  weekday(day: string): string;
  /** Month of a date: November 2026 */
  month(day: string): string;
  /** 23 – 29 November */
  days(from: string, to: string): string;
};

/** The browser may hide its zone, as `Etc/Unknown` or nothing at all; UTC stands for it then. */
export function browserTimeZone(): string {
  try {
    return zoneOrUtc(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  } catch {
    return 'UTC';
  }
}

export function useFormat(): Format {
  const language = useLanguage();
  const viewer = useViewer();
  const timeZone = viewer ? zoneOrUtc(viewer.timeZone) : browserTimeZone();
  return useMemo(() => createFormat(localeTagOf(language), timeZone), [language, timeZone]);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function createFormat(tag: string, ownZone: string): Format {
  const dates = new Map<string, Intl.DateTimeFormat>();
  const dated = (options: Intl.DateTimeFormatOptions, wanted = ownZone) => {
    const timeZone = zoneOrUtc(wanted);
    const key = JSON.stringify([options, timeZone]);
    const known = dates.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone });
    dates.set(key, known);
    return known;
  };
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(value);
  const noon = (day: string) => new Date(`${day}T12:00Z`);
  const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return {
    timeZone: ownZone,
    number,
    day: (at, zone) => dated({ weekday: 'long', day: 'numeric', month: 'long' }, zone).format(at),
    date: (at, zone) => dated({ day: 'numeric', month: 'short', year: 'numeric' }, zone).format(at),
    dayOfMonth: (at) => dated({ day: 'numeric', month: 'short' }).format(at),
    shortMonth: (at) => dated({ month: 'short' }).format(at),
    dayNumber: (at) => dated({ day: 'numeric' }).format(at),
    time: (at, zone) => dated(clock, zone).format(at),
    dayAndTime: (at, zone) => dated({ ...shortDay, ...clock }, zone).format(at),
    full: (at, zone) => dated({ dateStyle: 'full', timeStyle: 'long' }, zone).format(at),
    relative(at, now = new Date(serviceTime())) {
      const ms = at.getTime() - now.getTime();
      const [unit, size] = STEPS.find(([, step]) => Math.abs(ms) >= step) ?? ['minute', 60_000];
      return relative.format(Math.round(ms / size), unit);
    },
    zoneName: (zone) =>
      dated({ timeZoneName: 'longGeneric' }, zone)
        .formatToParts(serviceTime())
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone,
    span(ms) {
      const minutes = Math.max(1, Math.round(ms / 60_000));
      const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
      if (days > 0) return hours > 0 ? `${unit(days, 'day')} ${unit(hours, 'hour')}` : unit(days, 'day');
      return hours > 0 ? `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}` : unit(minutes, 'minute');
    },
    weekday: (day) => dated({ weekday: 'short' }, 'UTC').format(noon(day)),
    month: (day) => dated({ month: 'long', year: 'numeric' }, 'UTC').format(noon(day)),
    days: (from, to) => dated({ day: 'numeric', month: 'long' }, 'UTC').formatRange(noon(from), noon(to)),
  };
}
