/**
 * How often the schedule asks for a member's profile: the more recently somebody played, the sooner they are likely to
 * have played again. A roster is synced every six hours, so members in the first row are asked for within a day of the
 * last answer.
 */
const PACE: { playedWithinDays: number; askEveryHours: number }[] = [
  { playedWithinDays: 7, askEveryHours: 17 },
  { playedWithinDays: 30, askEveryHours: 3 * 24 },
  { playedWithinDays: 180, askEveryHours: 7 * 24 },
];
/** For members away longer, and profiles the platform never showed. With the next sync, 14 days at most. */
const SELDOM_HOURS = 13 * 24;

/** In hours, for a member last played this many days ago; null for a member never seen online. */
export function askEveryHours(lastPlayedDaysAgo: number | null): number {
  const pace = PACE.find(({ playedWithinDays }) => lastPlayedDaysAgo !== null && lastPlayedDaysAgo < playedWithinDays);
  return pace?.askEveryHours ?? SELDOM_HOURS;
}

/** Whether a member is due; reads columns of `roster_entry` under their own names. */
export const IS_MEMBER_DUE = `(profile_fetched_at is null or profile_fetched_at <= now() - case
  ${PACE.map(({ playedWithinDays, askEveryHours }) => `when last_login_at > now() - interval '${playedWithinDays} days' then interval '${askEveryHours} hours'`).join('\n  ')}
  else interval '${SELDOM_HOURS} hours' end)`;
