/** The search parameters of the comparisons; each page reads its own. */
import { flag, id, integer, oneOf, text } from '../../routes/search-params.ts';

export const ROLES = ['tank', 'healer', 'melee', 'ranged'] as const;
export const SORTS = ['missing', 'itemLevel', 'rating', 'slots', 'name'] as const;

export type CompareSearch = {
  expansion?: number | undefined;
  q?: string | undefined;
  tier?: string | undefined;
  /** Leaves out what all have finished. */
  unfinished?: true | undefined;
  /** Characters as rows. */
  swap?: true | undefined;
  category?: 'raid' | 'dungeon' | undefined;
  difficulty?: string | undefined;
  incomplete?: true | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  rank?: number | undefined;
  role?: (typeof ROLES)[number] | undefined;
  team?: string | undefined;
  page?: number | undefined;
};

export const compareSearch = (search: Record<string, unknown>): CompareSearch => ({
  expansion: integer(search.expansion),
  q: text(search.q),
  tier: text(search.tier),
  unfinished: flag(search.unfinished),
  swap: flag(search.swap),
  category: oneOf(search.category, ['raid', 'dungeon']),
  difficulty: text(search.difficulty),
  incomplete: flag(search.incomplete),
  sort: oneOf(search.sort, SORTS),
  rank: ranked(search.rank),
  role: oneOf(search.role, ROLES),
  team: id(search.team),
  page: integer(search.page),
});

function ranked(value: unknown): number | undefined {
  const rank = integer(value);
  return rank !== undefined && rank >= 0 && rank <= 9 ? rank : undefined;
}

/** An invalid value shows the first page. */
export const pageOf = ({ page = 1 }: CompareSearch) => Math.max(1, page);
