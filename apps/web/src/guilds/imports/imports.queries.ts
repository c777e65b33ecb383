import type { ImportRowStatus, ImportSource, ImportState, ImportView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { api, client, queryClient } from '../../api/client.ts';

type Guild = Pick<OrganizationView, 'id'>;

const OF_ROSTER: readonly ImportSource[] = [
  'raid_helper',
  'roster_notes',
  'wowaudit',
  'thats_my_bis',
  'eqdkp',
  'table',
];

/** The sources that the viewer may bring in. */
export const sourcesOf = ({ abilityRules }: Pick<OrganizationView, 'abilityRules'>): ImportSource[] => [
  ...(may(abilityRules, 'update', 'Roster') ? OF_ROSTER : []),
  ...(may(abilityRules, 'update', 'Loot') ? (['loot', 'points', 'reserves'] as const) : []),
];

const AT_WORK: readonly ImportState[] = ['reading', 'applying', 'undoing'];
export const isAtWork = ({ state }: Pick<ImportView, 'state'>) => AT_WORK.includes(state);

export const runsQuery = ({ id }: Guild) => api.imports.list.queryOptions({ id, pageSize: '20' });

/** The socket tells of its end; without one the page asks while a job is at work. */
const ASK_AGAIN_MS = 2_000;
export const runQuery = ({ id }: Guild, importId: string) => ({
  ...api.imports.get.queryOptions({ id, importId }),
  refetchInterval: ({ state: { data } }: { state: { data?: ImportView | undefined } }) =>
    data && isAtWork(data) ? ASK_AGAIN_MS : (false as const),
});

/** Undecided rows are listed by name, because a decision is about a name. */
export const isUndecided = (status: ImportRowStatus): status is keyof ImportView['names'] =>
  status === 'ambiguous' || status === 'unmatched';

const PAGE_SIZE = 50;
export const rowsQuery = ({ id }: Guild, importId: string, status: ImportRowStatus) =>
  infiniteQueryOptions({
    queryKey: [...api.imports.pathKey(), 'rows', id, importId, status],
    queryFn: ({ pageParam }) =>
      client.imports.rows.query({
        ...{ id, importId, status, byName: isUndecided(status) },
        ...{ page: String(pageParam), pageSize: String(PAGE_SIZE) },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
  });

const MOST = 200;
/** The first row of each name of a status that has a proposal. */
export async function proposedRows({ id }: Guild, importId: string, status: ImportRowStatus): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const input = { id, importId, status, byName: true, page: String(page), pageSize: String(MOST) };
    const { rows, pagination } = await client.imports.rows.query(input);
    ids.push(...rows.filter(({ proposals }) => proposals.length > 0).map((row) => row.id));
    pages = pagination.totalPages;
  }
  return ids;
}

export const invalidateImports = () => queryClient.invalidateQueries({ queryKey: api.imports.pathKey() });
