import type { Sql } from '../core/db/sql.ts';
import { unauthenticated } from '../core/errors.ts';

const LOCK = 'select from app_user where id = $1 for no key update';

/**
 * Until the transaction ends nobody else changes the person or begins to erase them. Rows that refer to people by a
 * foreign key need no lock. Throws UNAUTHORIZED for a person who is gone.
 */
export async function lockPerson(sql: Sql, userId: string): Promise<void> {
  if ((await sql(LOCK, [userId])).length === 0) throw unauthenticated();
}
