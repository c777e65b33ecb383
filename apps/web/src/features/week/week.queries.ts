/** What the page needs. All of it is asked for at one moment, so that it travels in one request; news follow in a second. */
import type { OrganizationSummary } from '@guildhall/contracts/organization.ts';
import { api, queryClient } from '../../api/client.ts';
import { myCharacters } from '../signup/signup.queries.ts';
import { addDays, dayOf, mondayOf } from './days.ts';

/** Guilds of which news and open questions are shown. */
const MOST_GUILDS = 6;

export const upcomingEvents = () => api.events.listMine.queryOptions({ status: 'published', pageSize: '30' });
export const eventsOfWeek = (monday: string, timeZone: string) =>
  api.events.listMine.queryOptions({ startDate: monday, endDate: addDays(monday, 6), timeZone });
export const myAbsences = () => api.absences.mine.queryOptions({});
export const myGuilds = () => api.organizations.mine.queryOptions({});
export const newsOf = (id: string) => api.posts.list.queryOptions({ id, pageSize: '3' });
export const rightsIn = (id: string) => api.organizations.get.queryOptions({ id, pageSize: '1' });
export const transfersOf = (id: string) => api.roster.transfers.queryOptions({ id, pageSize: '1' });
export const waitingPictures = () => api.moderation.queue.queryOptions({ pageSize: '1' });

export const newsworthy = (guilds: readonly OrganizationSummary[]) => guilds.slice(0, MOST_GUILDS);

export const mondayFor = (wanted: string | undefined, timeZone: string) =>
  mondayOf(wanted ?? dayOf(new Date(), timeZone));

/** Fails nothing: each section says by itself what it lacks. */
export function prefetchWeek(monday: string, viewer: { timeZone: string; isAdmin: boolean }): void {
  const guilds = queryClient.fetchQuery(myGuilds());
  void queryClient.prefetchQuery(upcomingEvents());
  void queryClient.prefetchQuery(eventsOfWeek(monday, viewer.timeZone));
  void queryClient.prefetchQuery(myCharacters());
  void queryClient.prefetchQuery(myAbsences());
  if (viewer.isAdmin) void queryClient.prefetchQuery(waitingPictures());
  void guilds.then(
    (mine) => {
      for (const { id } of newsworthy(mine)) {
        void queryClient.prefetchQuery(newsOf(id));
        void queryClient.prefetchQuery(rightsIn(id));
      }
    },
    () => {},
  );
}
