/** Dates and numbers as people write them: by the full tag of the browser, since `en` alone makes 20:00 into 08:00 PM. */
import { useMemo } from 'react';
import { useViewer } from '../api/session.ts';
import { type Language, useLanguage } from './language.ts';

export type Format = {
  timeZone: string;
  number(value: number): string;
  /** Thursday 26 November */
  day(at: Date): string;
  /** 26 Nov 2026 */
  date(at: Date): string;
  /** 20:00 */
  time(at: Date, timeZone?: string): string;
  /** Thu 26 Nov, 20:00 */
  dayAndTime(at: Date, timeZone?: string): string;
  /** With zone and year: what stands behind a short one. */
  full(at: Date, timeZone?: string): string;
  /** 2 hours ago, in 4 days */
  relative(at: Date, now?: Date): string;
  zoneName(timeZone: string): string;
};

export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useViewer()?.timeZone ?? browserTimeZone();
  return useMemo(() => createFormat(tagOf(language), timeZone), [language, timeZone]);
}

function tagOf(language: Language): string {
  const [base] = language.split('-');
  return navigator.languages.find((tag) => tag.split('-')[0] === base) ?? language;
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
  const dated = (options: Intl.DateTimeFormatOptions, timeZone = ownZone) => {
    const key = JSON.stringify([options, timeZone]);
    const known = dates.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone });
    dates.set(key, known);
    return known;
  };
  const numbers = new Intl.NumberFormat(tag);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return {
    timeZone: ownZone,
    number: (value) => numbers.format(value),
    day: (at) => dated({ weekday: 'long', day: 'numeric', month: 'long' }).format(at),
    date: (at) => dated({ day: 'numeric', month: 'short', year: 'numeric' }).format(at),
    time: (at, zone) => dated(clock, zone).format(at),
    dayAndTime: (at, zone) => dated({ ...shortDay, ...clock }, zone).format(at),
    full: (at, zone) => dated({ dateStyle: 'full', timeStyle: 'long' }, zone).format(at),
    relative(at, now = new Date()) {
      const ms = at.getTime() - now.getTime();
      const [unit, size] = STEPS.find(([, step]) => Math.abs(ms) >= step) ?? ['minute', 60_000];
      return relative.format(Math.round(ms / size), unit);
    },
    zoneName: (zone) =>
      dated({ timeZoneName: 'longGeneric' }, zone)
        .formatToParts(new Date())
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone,
  };
}
