/** The search parameters of the page: the pool, or else the first one, filters, the page of the list, and the raider whose ledger is open. */
import { flag, integer, text } from '../../routes/search-params.ts';

export type PointsSearch = {
  pool?: string | undefined;
  q?: string | undefined;
  former?: boolean | undefined;
  raider?: string | undefined;
  page?: number | undefined;
};

export const readSearch = (search: Record<string, unknown>): PointsSearch => ({
  pool: text(search.pool),
  q: text(search.q)?.slice(0, 60),
  former: flag(search.former),
  raider: text(search.raider),
  page: integer(search.page),
});
