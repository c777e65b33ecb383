/** Days as `2026-11-26`, and which of them an instant falls on. */
import type { AbsenceView } from '@guildhall/contracts/absence.ts';
import type { Region } from '@guildhall/contracts/primitives.ts';
import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';

const DAY_MS = 86_400_000;

export const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zoneOrUtc(timeZone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

export const weekFrom = (monday: string): string[] => Array.from({ length: 7 }, (_, index) => addDays(monday, index));

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
export const addMonths = (day: string, count: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
};

/** The weeks that the month touches, by their Mondays. */
export function weeksOfMonth(day: string): string[] {
  const last = addDays(addMonths(day, 1), -1);
  const mondays: string[] = [];
  for (let monday = mondayOf(firstOfMonth(day)); monday <= last; monday = addDays(monday, 7)) mondays.push(monday);
  return mondays;
}

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export const awayOn = (absences: readonly AbsenceView[], day: string) =>
  absences.find(({ from, to }) => from <= day && day <= to);

/** When instances open again: day of the week from Sunday, and the hour in UTC. */
const RESETS: Record<Region, { weekday: number; hour: number }> = {
  us: { weekday: 2, hour: 15 },
  eu: { weekday: 3, hour: 4 },
  kr: { weekday: 3, hour: 23 },
  tw: { weekday: 3, hour: 23 },
};

/** The reset of the week that begins on this Monday. */
export function resetOf(monday: string, region: Region): Date {
  const { weekday, hour } = RESETS[region];
  return new Date(Date.parse(`${monday}T00:00Z`) + (weekday - 1) * DAY_MS + hour * 3_600_000);
}
