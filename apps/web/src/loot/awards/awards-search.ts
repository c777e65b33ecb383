/** The search parameters of the page: filters, and the page of the list. */
import { flag, integer, text } from '../../routes/search-params.ts';

export type AwardsSearch = {
  q?: string | undefined;
  team?: string | undefined;
  season?: number | undefined;
  response?: string | undefined;
  counts?: boolean | undefined;
  undecided?: boolean | undefined;
  page?: number | undefined;
};

export const readSearch = (search: Record<string, unknown>): AwardsSearch => ({
  q: text(search.q)?.slice(0, 60),
  team: text(search.team),
  season: integer(search.season),
  response: text(search.response),
  counts: flag(search.counts),
  undecided: flag(search.undecided),
  page: integer(search.page),
});

export const NO_FILTER: AwardsSearch = {
  ...{ q: undefined, team: undefined, season: undefined, response: undefined },
  ...{ counts: undefined, undecided: undefined, page: undefined },
};

export const isFiltered = ({ page: _page, ...filters }: AwardsSearch) =>
  Object.values(filters).some((filter) => filter !== undefined);
