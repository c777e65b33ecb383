import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, client, queryClient } from '../../api/client.ts';
import { guildQuery } from '../../shell/routes.tsx';

export const CHANGES = ['joined', 'left', 'rank', 'level', 'renamed', 'transferred'] as const;
/** Days within which a member was played. */
export const PERIODS = ['7', '30', '90'] as const;

const PAGE_SIZE = 200;

/** The guild that the address names; its route has loaded it. */
export function useGuild(): OrganizationView {
  const ref = useParams({ from: '/shell/app/g/$guild', select: ({ guild }) => guild });
  return useSuspenseQuery(guildQuery(ref)).data;
}

/**
 * Every member at once, so that a filter costs no request: the guild says how many there are, which makes one batch of
 * all pages.
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
      // A sync between two pages may have moved somebody from one to the other.
      return [...new Map(members.map((member) => [member.id, member])).values()];
    },
  });

export async function rereadRoster(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.roster.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.organizations.get.pathKey() }),
  ]);
}
