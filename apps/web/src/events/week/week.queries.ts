/** The page's data in one request: the week, and the viewer's characters. */

import { useSuspenseQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { text } from '../../routes/search-params.ts';
import { addDays, dayOf, isDay, mondayOf } from '../signups/days.ts';
import { myCharacters } from '../signups/signups.queries.ts';

export const weekSearch = (search: Record<string, unknown>): { week?: string | undefined } => {
  const week = text(search.week);
  return { week: isDay(week) ? week : undefined };
};

export const weekOf = (monday: string, timeZone: string) =>
  api.week.get.queryOptions({ startDate: monday, endDate: addDays(monday, 6), timeZone });
export const myGuilds = () => api.organizations.mine.queryOptions({});
export const waitingPictures = () => api.moderation.queue.queryOptions({ pageSize: '1' });

export const mondayFor = (wanted: string | undefined, timeZone: string) =>
  mondayOf(wanted ?? dayOf(new Date(serviceTime()), timeZone));

export const useThisWeekQuery = () => {
  const { timeZone } = useFormat();
  return weekOf(mondayFor(undefined, timeZone), timeZone);
};

/** The next event, the open questions and the news are always current, whatever week is shown. */
export const useThisWeekData = () => useSuspenseQuery(useThisWeekQuery()).data;

/** Never fails: the page reports errors itself. */
export function prefetchWeek(
  wanted: string | undefined,
  { timeZone, isAdmin }: { timeZone: string; isAdmin: boolean },
) {
  for (const monday of new Set([mondayFor(undefined, timeZone), mondayFor(wanted, timeZone)]))
    void queryClient.prefetchQuery(weekOf(monday, timeZone));
  void queryClient.prefetchQuery(myCharacters());
  if (isAdmin) void queryClient.prefetchQuery(waitingPictures());
}
