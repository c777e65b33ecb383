/** The search parameters of the page: filters, the page of the list, and whose panel is open. */
import { integer, oneOf, text } from '../../routes/search-params.ts';

export const ONLY = ['account', 'no_account', 'not_proven', 'guests', 'archived'] as const;
export type Only = (typeof ONLY)[number];

export type RaidersSearch = {
  q?: string | undefined;
  only?: Only | undefined;
  team?: string | undefined;
  page?: number | undefined;
  /** The raider whose panel is open. */
  raider?: string | undefined;
};

export const readSearch = (search: Record<string, unknown>): RaidersSearch => ({
  q: text(search.q)?.slice(0, 60),
  only: oneOf(search.only, ONLY),
  team: text(search.team),
  page: integer(search.page),
  raider: text(search.raider),
});

export const NO_FILTER: RaidersSearch = { q: undefined, only: undefined, team: undefined, page: undefined };
