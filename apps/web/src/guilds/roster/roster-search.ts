/** The roster's search parameters: filters, order and the open panel. */
import { flag, integer, oneOf, text } from '../../routes/search-params.ts';
import { PERIODS } from './periods.ts';

export const COLUMNS = ['name', 'itemLevel', 'role', 'rank', 'played', 'person'] as const;
export type Column = (typeof COLUMNS)[number];
const SORTS = [...COLUMNS, ...COLUMNS.map((column) => `-${column}` as const)] as const;
export type Sort = (typeof SORTS)[number];
export const ROLES = ['tank', 'healer', 'melee', 'ranged', 'unknown'] as const;

export type RosterSearch = {
  q?: string | undefined;
  /** Ids, separated by commas. */
  class?: string | undefined;
  rank?: number | undefined;
  role?: (typeof ROLES)[number] | undefined;
  played?: (typeof PERIODS)[number] | undefined;
  claimed?: true | undefined;
  left?: true | undefined;
  sort?: Sort | undefined;
  /** The member whose panel is open. */
  member?: string | undefined;
};

export const rosterSearch = (search: Record<string, unknown>): RosterSearch => ({
  q: text(search.q),
  class: text(search.class),
  rank: integer(search.rank),
  role: oneOf(search.role, ROLES),
  played: oneOf(search.played, PERIODS),
  claimed: flag(search.claimed),
  left: flag(search.left),
  sort: oneOf(search.sort, SORTS),
  member: text(search.member),
});

export const NO_FILTER: RosterSearch = {
  q: undefined,
  class: undefined,
  rank: undefined,
  role: undefined,
  played: undefined,
  claimed: undefined,
  left: undefined,
};

export const hasFilter = (search: RosterSearch) =>
  Object.keys(NO_FILTER).some((name) => search[name as keyof RosterSearch] !== undefined);

export const classesOf = (search: RosterSearch): number[] =>
  (search.class ?? '').split(',').filter(Boolean).map(Number);
