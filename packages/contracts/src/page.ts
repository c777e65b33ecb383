import { z } from 'zod';
import { queryInteger, shownDefault } from './primitives.ts';

const page = queryInteger({ min: 1, max: 1_000_000, description: 'Page, from 1', example: 1 });
export const MAX_PAGE_SIZE = 200;
const pageSize = queryInteger({ min: 1, max: MAX_PAGE_SIZE, description: 'Rows per page', example: 50 });

export const PAGE_SIZE = 50;

/** Page number and size of every paged list. */
export const pageInput = { page: shownDefault(page, 1), pageSize: shownDefault(pageSize, PAGE_SIZE) };

/** For lists that are paged only on request. */
export const optionalPageInput = { page: page.optional(), pageSize: pageSize.optional() };

export const SortOrder = z.enum(['asc', 'desc']).meta({ id: 'SortOrder' });
export type SortOrder = z.infer<typeof SortOrder>;

export const Pagination = z
  .object({ page: z.int(), pageSize: z.int(), total: z.int(), totalPages: z.int() })
  .meta({ id: 'Pagination', examples: [{ page: 1, pageSize: 50, total: 412, totalPages: 9 }] });
export type Pagination = z.infer<typeof Pagination>;

/** The position of a page in a list of `total` rows. */
export function paginationOf(page: number, pageSize: number, total: number): Pagination {
  return { page, pageSize, total, totalPages: Math.ceil(total / pageSize) };
}
