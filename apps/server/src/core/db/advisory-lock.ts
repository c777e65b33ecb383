import type { Sql } from './sql.ts';
import { statement } from './statement.ts';

const LOCK = statement`select pg_advisory_xact_lock(hashtextextended($1, 0))`;

/** Makes transactions that name the same thing take turns: each waits for the end of the one before. */
export async function advisoryLock(sql: Sql, thing: string): Promise<void> {
  await sql.run(LOCK, [thing]);
}
