import { advisoryLock } from '../../core/db/advisory-lock.ts';
import type { Sql } from '../../core/db/sql.ts';

/**
 * Transactions that might leave the service without an administrator take turns, and count administrators under this
 * lock. Locking the administrators' rows instead would block every erasure.
 */
export async function lockAdministrators(sql: Sql): Promise<void> {
  await advisoryLock(sql, 'administrators');
}
