import type { Sql } from '../core/db/sql.ts';

/**
 * Transactions that might leave the service without an administrator take turns, and count administrators under this
 * lock. Locking the administrators' rows instead would block every erasure.
 */
export async function lockAdministrators(sql: Sql): Promise<void> {
  await sql(`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`);
}
