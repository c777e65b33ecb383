import { Temporal } from 'temporal-polyfill';
import type { Sql } from '../core/sql.ts';
import { guildTimeZone } from '../events/guild-time-zone.ts';

/** A day begins at midnight where the guild is; null stays null. */
export async function sinceInstant(sql: Sql, organizationId: string, since: string | undefined): Promise<Date | null> {
  if (since === undefined) return null;
  return instantOfDay(since, since.length > 10 ? 'UTC' : await guildTimeZone(sql, organizationId));
}

export function instantOfDay(since: string, timeZone: string): Date {
  if (since.length > 10) return new Date(since);
  return new Date(Temporal.PlainDate.from(since).toZonedDateTime(timeZone).epochMilliseconds);
}
