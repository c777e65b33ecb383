import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, client, queryClient } from '../../api/client.ts';
import { guildQuery } from '../../shell/routes.tsx';

export const CHANGES = ['joined', 'left', 'rank', 'level', 'renamed', 'transferred'] as const;
/** Periods, in days, of the last login. */
export const PERIODS = ['7', '30', '90'] as const;

const PAGE_SIZE = 200;

/** The guild in the address, loaded by its route. */
export function useGuild(): OrganizationView {
  const ref = useParams({ from: '/shell/app/g/$guild', select: ({ guild }) => guild });
  return useSuspenseQuery(guildQuery(ref)).data;
}

/**
 * Loads every member at once, so that filters cost no requests: the guild says how many there are, and one batch
 * fetches all pages.
 */
export const wholeRoster = ({ id, rosterPagination }: OrganizationView, left: boolean) =>
  queryOptions({
    queryKey: [...api.roster.pathKey(), 'whole', id, left],
    async queryFn() {
      const pages = (from: number, to: number) =>
        Promise.all(
          Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
            client.roster.list.query({
              id,
              page: String(from + index),
              pageSize: String(PAGE_SIZE),
              ...(left ? { includeLeft: 'true' } : {}),
            }),
          ),
        );
      const expected = Math.max(1, Math.ceil(rosterPagination.total / PAGE_SIZE));
      const first = await pages(1, expected);
      const rest = await pages(expected + 1, first[0]?.pagination.totalPages ?? 0);
      const members = [...first, ...rest].flatMap((page) => page.members);
      // A sync between two pages may have moved a member from one page to the other.
      return [...new Map(members.map((member) => [member.id, member])).values()];
    },
  });

export async function rereadRoster(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.roster.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.organizations.get.pathKey() }),
  ]);
}
