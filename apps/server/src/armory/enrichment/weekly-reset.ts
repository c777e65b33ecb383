/** The weekly reset of the game by region, in UTC: lockouts and weekly results start over. */
import type { Region } from '@guildhall/contracts/primitives.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Day 0 is a Sunday. */
const RESETS: Record<Region, { day: number; hour: number }> = {
  us: { day: 2, hour: 15 },
  eu: { day: 3, hour: 4 },
  kr: { day: 3, hour: 23 },
  tw: { day: 3, hour: 23 },
};

/** The latest reset at or before a moment. */
export const lastWeeklyReset = (region: Region, at: Date): Date =>
  new Date(nextWeeklyReset(region, at).getTime() - WEEK_MS);

/** The first reset after a moment. */
export function nextWeeklyReset(region: Region, after: Date): Date {
  const { day, hour } = RESETS[region];
  const midnight = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate());
  const thisWeek = midnight + (day - after.getUTCDay()) * DAY_MS + hour * 3_600_000;
  return new Date(thisWeek > after.getTime() ? thisWeek : thisWeek + WEEK_MS);
}
