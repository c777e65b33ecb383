import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { everyRaider } from '../../events/event/every-raider.ts';
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

/** A raider of the shown page of the list, or of another one. */
export function useRaider(guild: Guild, shown: readonly RaiderView[], id: string | undefined): RaiderView | undefined {
  const is = (one: RaiderView) => one.id === id;
  const here = shown.find(is);
  const { data } = useQuery({ ...everyRaider(guild), enabled: id !== undefined && !here });
  return here ?? data?.find(is);
}

export async function invalidateRaiders(): Promise<void> {
  await Promise.all(
    [api.raiders, api.imports.samePeople, api.participations, api.events, api.attendance, api.loot].map((part) =>
      queryClient.invalidateQueries({ queryKey: part.pathKey() }),
    ),
  );
}
