import type { Sql } from '../core/db/sql.ts';

/**
 * Whoever may leave the service without an administrator takes turns until the transaction ends, and counts them behind
 * it. Not by their rows: each of them would then be in the way of everybody who is erased.
 */
export async function lockAdministrators(sql: Sql): Promise<void> {
  await sql(`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`);
}
