import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { queryOptions } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

/** Loads every member at once, so that filters cost no requests. */
export const wholeRoster = ({ id }: OrganizationView, left: boolean) =>
  queryOptions({
    queryKey: [...api.roster.pathKey(), 'whole', id, left, gameLocale()],
    queryFn: async () => {
      const input = { id, locale: gameLocale(), ...(left ? { includeLeft: 'true' as const } : {}) };
      const [{ membersOf }, columns] = await Promise.all([
        import('@guildhall/client/whole-roster.ts'),
        client.roster.all.query(input),
      ]);
      return membersOf(columns);
    },
  });

export async function invalidateRoster(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.roster.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.week.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.organizations.get.pathKey() }),
  ]);
}
