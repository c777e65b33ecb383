import { json, query, type RowOf } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';

export type HolidayRow = RowOf<typeof BETWEEN>;

const BETWEEN = query({
  key: 'text',
  year: 'int',
  startsAt: 'text',
  endsAt: 'text',
  names: json<Record<string, string>>(),
  id: 'uuid',
})`
  select id, key, year, starts_at::text as "startsAt", ends_at::text as "endsAt", names from holiday
  where starts_at <= $2::date and ends_at >= $1::date order by starts_at, key`;

/** Holidays that overlap the period between two days (ISO text, inclusive), in order of their start. */
export function listHolidays(ctx: AppContext, from: string, to: string): Promise<HolidayRow[]> {
  return ctx.sql.many(BETWEEN, [from, to]);
}
