import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';

const STILL_HERE = query({ id: 'uuid' })`select id from app_user where id = any($1) order by id for key share`;

/**
 * Keeps people from being erased until the transaction ends. An erasure holds this lock while it waits for others, so
 * only the locks listed before people in ARCHITECTURE.md (Locks) may be taken earlier. Throws UNAUTHORIZED when the
 * caller, the first one, is gone.
 */
export async function keepPeople(sql: Sql, callerId: string, ...otherIds: string[]): Promise<void> {
  const here = await sql.many(STILL_HERE, [[callerId, ...otherIds]]);
  if (!here.some(({ id }) => id === callerId)) throw unauthenticated();
}
