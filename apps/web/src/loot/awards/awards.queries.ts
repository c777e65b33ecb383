import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { AwardsSearch } from './awards-search.ts';

type Guild = Pick<OrganizationView, 'id'>;

const askedFor = ({ q, team, season, night, item, raider, response, counts, undecided }: AwardsSearch) => ({
  locale: gameLocale(),
  ...(q ? { search: q } : {}),
  ...(team ? { teamId: team } : {}),
  ...(season ? { season: String(season) } : {}),
  ...(night ? { eventId: night } : {}),
  ...(item ? { itemId: String(item) } : {}),
  ...(raider ? { raiderId: raider } : {}),
  ...(response ? { response } : {}),
  ...(counts ? { counts: 'true' } : {}),
  ...(undecided ? { undecided: 'true' } : {}),
});

export const lootQuery = ({ id }: Guild, search: AwardsSearch) =>
  api.loot.list.queryOptions({ id, page: String(search.page ?? 1), pageSize: '100', ...askedFor(search) });

/** The nights, items and raiders of the history. */
export const filtersQuery = ({ id }: Guild) => api.loot.filters.queryOptions({ id, locale: gameLocale() });

export const responsesQuery = ({ id }: Guild) => api.loot.responses.queryOptions({ id });

export const invalidateLoot = () => queryClient.invalidateQueries({ queryKey: api.loot.pathKey() });

/** Downloads all pages of the filtered history, as the service writes it for spreadsheets. */
export async function downloadHistory({ id }: Guild, search: AwardsSearch): Promise<void> {
  const answer = await fetch(`/api/v1/organizations/${id}/loot?${new URLSearchParams(askedFor(search))}`, {
    headers: { accept: 'text/csv' },
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
  saveFile('loot.csv', await answer.blob());
}
