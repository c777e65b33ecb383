import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

export const teamQuery = (id: string) => api.teams.get.queryOptions({ id, locale: gameLocale() });

/** The next events that name the team. */
export const eventsOfTeam = (guild: string, teamId: string) =>
  api.events.list.queryOptions({ id: guild, teamId, when: 'upcoming', page: 1, pageSize: 10 });

export async function invalidateTeams(): Promise<void> {
  await Promise.all(
    [api.teams, api.raiders, api.events].map((part) => queryClient.invalidateQueries({ queryKey: part.pathKey() })),
  );
}
