import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { queryOptions } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import type { RaidersSearch } from './raiders-search.ts';

type Guild = Pick<OrganizationView, 'id'>;

export const PAGE_SIZE = 100;

export const raidersQuery = ({ id }: Guild, { q, only, team, page = 1 }: RaidersSearch) =>
  api.raiders.list.queryOptions({
    id,
    locale: gameLocale(),
    page: String(page),
    pageSize: String(PAGE_SIZE),
    ...(q ? { search: q } : {}),
    ...(only ? { only } : {}),
    ...(team ? { teamId: team } : {}),
  });

/** Raiders who may be one person, for those who manage the roster. */
export const samePeopleQuery = ({ id }: Guild) => api.imports.samePeople.queryOptions({ id });

/** The teams of a guild, in order. */
export const teamsQuery = ({ id }: Guild, archived = false) =>
  api.teams.list.queryOptions({ id, archived: archived ? 'true' : 'false' });

const MOST = 200;

/** All that are not archived, for choosing one of them by typing. */
export const everyRaider = ({ id }: Guild) =>
  queryOptions({
    queryKey: [...api.raiders.pathKey(), 'every', id, gameLocale()],
    queryFn: async () => {
      const raiders: RaiderView[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const input = { id, locale: gameLocale(), page: String(page), pageSize: String(MOST) };
        const { raiders: some, pagination } = await client.raiders.list.query(input);
        raiders.push(...some);
        pages = pagination.totalPages;
      }
      return raiders;
    },
  });

export async function invalidateRaiders(): Promise<void> {
  await Promise.all(
    [api.raiders, api.imports.samePeople, api.participations, api.events, api.attendance, api.loot].map((part) =>
      queryClient.invalidateQueries({ queryKey: part.pathKey() }),
    ),
  );
}
