/** Apart from the routes, which are part of the first load of every page. */
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { agendaQuery, eventQuery } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { eventFormWords } from './event-form.words.ts';

const parts = () => [
  queryClient.prefetchQuery(api.gameData.instances.queryOptions({ locale: gameLocale() })),
  eventsWords.load(),
  eventFormWords.load(),
];

export const loadNewEvent = (guild: string, from: string | undefined) =>
  Promise.all([
    ...parts(),
    queryClient.prefetchQuery(agendaQuery(guild, 'past', 1)),
    // If the event cannot be read, the form opens without a copy.
    from && queryClient.prefetchQuery(eventQuery(from)),
  ]);

export async function loadEditedEvent(id: string): Promise<{ guild: string }> {
  const [event] = await Promise.all([queryClient.ensureQueryData(eventQuery(id)), ...parts()]);
  return { guild: event.organizationId };
}
