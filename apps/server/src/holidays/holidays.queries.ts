import type { AppContext } from '../core/services/context.ts';
import type { HolidayEntry } from './holidays-of-year.ts';

export type HolidayRow = HolidayEntry & { id: string };

const BETWEEN = `
  select id, key, year, starts_at::text as "startsAt", ends_at::text as "endsAt", names from holiday
  where starts_at <= $2::date and ends_at >= $1::date order by starts_at, key`;

/** Holidays that overlap the period between two days (ISO text, inclusive), in order of their start. */
export function listHolidays(ctx: AppContext, from: string, to: string): Promise<HolidayRow[]> {
  return ctx.sql<HolidayRow>(BETWEEN, [from, to]);
}
