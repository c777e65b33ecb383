import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';

const LOCK = statement`select from app_user where id = $1 for no key update`;

/**
 * Until the transaction ends nobody else changes the person or begins to erase them. Rows that refer to people by a
 * foreign key need no lock. Throws UNAUTHORIZED for a person who is gone.
 */
export async function lockPerson(sql: Sql, userId: string): Promise<void> {
  if ((await sql.run(LOCK, [userId])) === 0) throw unauthenticated();
}
