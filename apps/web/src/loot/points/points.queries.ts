import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import type { PointsSearch } from './points-search.ts';

type Guild = Pick<OrganizationView, 'id'>;
type Pool = Pick<PointPoolView, 'id'>;

export const poolsQuery = ({ id }: Guild) => api.points.pools.queryOptions({ id, archived: 'true' });

export const teamsQuery = ({ id }: Guild) => api.teams.list.queryOptions({ id, archived: 'false' });

export const standingsQuery = ({ id }: Pool, { q, former, page = 1 }: PointsSearch) =>
  api.points.standings.queryOptions({
    id,
    page: String(page),
    pageSize: '50',
    ...(q ? { search: q } : {}),
    ...(former ? { former: 'true' } : {}),
  });

/** The latest entries: of one raider, or of all. */
export const entriesQuery = ({ id }: Pool, raiderId: string | undefined) =>
  api.points.entries.queryOptions({ id, pageSize: '100', ...(raiderId ? { raiderId } : {}) });

export const pricesQuery = ({ id }: Pool) => api.points.prices.queryOptions({ id, locale: gameLocale() });

export const invalidatePoints = () => queryClient.invalidateQueries({ queryKey: api.points.pathKey() });
