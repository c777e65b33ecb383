import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, client, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { guildQuery } from '../../shell/routes.tsx';

export const CHANGES = ['joined', 'returned', 'left', 'rank', 'level', 'renamed', 'transferred'] as const;
/** Periods, in days, of the last login. */
export const PERIODS = ['7', '30', '90'] as const;

/** The guild in the address, loaded by its route. */
export function useGuild(): OrganizationView {
  const ref = useParams({ from: '/shell/app/g/$guild', select: ({ guild }) => guild });
  return useSuspenseQuery(guildQuery(ref)).data;
}

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

export async function rereadRoster(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.roster.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.week.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.organizations.get.pathKey() }),
  ]);
}
