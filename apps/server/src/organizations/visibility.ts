import type { Sql } from '../core/sql.ts';

/** Of an organization `o`: whether it shows itself to people who are not in it. It does unless its settings say no. */
export const IS_OPEN = `coalesce(o.settings ->> 'visibility', 'public') <> 'members'`;

const OPEN = `select ${IS_OPEN} as open from organization o where o.id = $1`;

export async function isOpen(sql: Sql, organizationId: string): Promise<boolean> {
  const [row] = await sql<{ open: boolean }>(OPEN, [organizationId]);
  return row?.open ?? false;
}
