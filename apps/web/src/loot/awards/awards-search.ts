/** The search parameters of the page: filters, and the page of the list. */
import { flag, id, integer, text } from '../../routes/search-params.ts';

export type AwardsSearch = {
  q?: string | undefined;
  team?: string | undefined;
  season?: number | undefined;
  /** Ids of an event, an item and a raider. */
  night?: string | undefined;
  item?: number | undefined;
  raider?: string | undefined;
  response?: string | undefined;
  counts?: boolean | undefined;
  undecided?: boolean | undefined;
  page?: number | undefined;
};

export const readSearch = (search: Record<string, unknown>): AwardsSearch => ({
  q: text(search.q)?.slice(0, 60),
  team: id(search.team),
  season: integer(search.season),
  night: id(search.night),
  item: positive(search.item),
  raider: id(search.raider),
  response: text(search.response),
  counts: flag(search.counts),
  undecided: flag(search.undecided),
  page: integer(search.page),
});

const positive = (value: unknown): number | undefined => {
  const number = integer(value);
  return number !== undefined && number > 0 ? number : undefined;
};

export const NO_FILTER: AwardsSearch = {
  ...{ q: undefined, team: undefined, season: undefined, response: undefined },
  ...{ night: undefined, item: undefined, raider: undefined },
  ...{ counts: undefined, undecided: undefined, page: undefined },
};

export const isFiltered = ({ page: _page, ...filters }: AwardsSearch) =>
  Object.values(filters).some((filter) => filter !== undefined);
