import { type Pagination, paginationOf } from '@guildhall/contracts/page.ts';
import type { Sql } from './sql.ts';
import type { Query } from './statement.ts';

/** A page of a list, and its place in it. After `values`, the list takes a limit and an offset, and then `more`. */
export async function readPage<Row>(
  sql: Sql,
  list: Query<Row>,
  count: Query<{ total: number }>,
  values: readonly unknown[],
  { page, pageSize }: { page: number; pageSize: number },
  more: readonly unknown[] = [],
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const [rows, { total }] = await Promise.all([
    sql.many(list, [...values, pageSize, (page - 1) * pageSize, ...more]),
    sql.one(count, values),
  ]);
  return { rows, pagination: paginationOf(page, pageSize, total) };
}
