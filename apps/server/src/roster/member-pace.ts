/**
 * How often the schedule asks the platform for a member's profile: the likelier somebody has played since, the sooner.
 * A roster is synced every six hours, so a member of the first row is asked for again within a day of the last answer.
 */
const PACE: { playedWithinDays: number; askEveryHours: number }[] = [
  { playedWithinDays: 7, askEveryHours: 17 },
  { playedWithinDays: 30, askEveryHours: 3 * 24 },
  { playedWithinDays: 180, askEveryHours: 7 * 24 },
];
/** For members who were away longer, and members whose profile the platform never showed. With a sync, 14 days at most. */
const SELDOM_HOURS = 13 * 24;

/** In hours, for a member who was last played so many days ago; null for one whom nobody has seen. */
export function askEveryHours(lastPlayedDaysAgo: number | null): number {
  const pace = PACE.find(({ playedWithinDays }) => lastPlayedDaysAgo !== null && lastPlayedDaysAgo < playedWithinDays);
  return pace?.askEveryHours ?? SELDOM_HOURS;
}

/** Whether it is a member's turn; reads columns of `roster_entry` under their own names. */
export const IS_MEMBER_DUE = `(profile_fetched_at is null or profile_fetched_at <= now() - case
  ${PACE.map(({ playedWithinDays, askEveryHours }) => `when last_login_at > now() - interval '${playedWithinDays} days' then interval '${askEveryHours} hours'`).join('\n  ')}
  else interval '${SELDOM_HOURS} hours' end)`;
