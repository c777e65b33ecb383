/**
 * The page's data. All queries start at the same moment, so that they share one request; news follow in a second one.
 */
import type { OrganizationSummary } from '@guildhall/contracts/organization.ts';
import { queryOptions } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { addDays, dayOf, mondayOf } from '../signup/days.ts';
import { myAbsences, myCharacters } from '../signup/signup.queries.ts';

/** The number of guilds whose news and open questions are shown. */
const MOST_GUILDS = 6;

export const upcomingEvents = () => api.events.listMine.queryOptions({ status: 'published', pageSize: '30' });
export const eventsOfWeek = (monday: string, timeZone: string) =>
  api.events.listMine.queryOptions({ startDate: monday, endDate: addDays(monday, 6), timeZone });
export const myGuilds = () => api.organizations.mine.queryOptions({});
export const newsOf = (id: string) => api.posts.list.queryOptions({ id, pageSize: '3' });
/** One combined query, because several observers would add more code than the list itself. */
export const newsOfAll = (guilds: readonly OrganizationSummary[]) =>
  queryOptions({
    queryKey: [...api.posts.list.pathKey(), 'of', guilds.map(({ id }) => id)],
    queryFn: async () => {
      const lists = await Promise.all(guilds.map(({ id }) => queryClient.fetchQuery(newsOf(id))));
      return guilds
        .flatMap((guild, index) => (lists[index]?.posts ?? []).map((post) => ({ ...post, guild })))
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
  });
export const rightsIn = (id: string) => api.organizations.get.queryOptions({ id, pageSize: '1' });
export const transfersOf = (id: string) => api.roster.transfers.queryOptions({ id, pageSize: '1' });
export const waitingPictures = () => api.moderation.queue.queryOptions({ pageSize: '1' });

export const newsworthy = (guilds: readonly OrganizationSummary[]) => guilds.slice(0, MOST_GUILDS);

export const mondayFor = (wanted: string | undefined, timeZone: string) =>
  mondayOf(wanted ?? dayOf(new Date(), timeZone));

/** Never fails: each section reports its own errors. */
export function prefetchWeek(monday: string, viewer: { timeZone: string; isAdmin: boolean }): void {
  const mine = queryClient.fetchQuery(myGuilds());
  void queryClient.prefetchQuery(upcomingEvents());
  void queryClient.prefetchQuery(eventsOfWeek(monday, viewer.timeZone));
  void queryClient.prefetchQuery(myCharacters());
  void queryClient.prefetchQuery(myAbsences());
  if (viewer.isAdmin) void queryClient.prefetchQuery(waitingPictures());
  void mine.then(
    (all) => {
      const guilds = newsworthy(all);
      void queryClient.prefetchQuery(newsOfAll(guilds));
      for (const { id } of guilds) void queryClient.prefetchQuery(rightsIn(id));
    },
    () => {},
  );
}
