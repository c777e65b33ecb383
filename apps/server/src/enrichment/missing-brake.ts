/**
 * The brake on archiving: when most characters are missing, the platform or our access to it is at fault, and a miss
 * says nothing about a character. Until that is over, misses archive nothing.
 */
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import type { Missable } from './archive-missing.ts';

/** One person's old characters can be this many; below it an outage cannot be told from them. */
const MIN_MISSING = 50;

const LATELY = query({ missing: 'int', asked: 'int' })`
  select count(*) filter (where status = 'not_found')::int as missing, count(*)::int as asked from character_section
  where section = $1 and section in ('profile', 'status') and asked_at > now() - interval '1 hour'`;

/** Whether more than half of the characters requested within the hour, and at least fifty, are missing. */
export async function manyAreMissing(sql: Sql, section: Missable): Promise<boolean> {
  const lately = await sql.one(LATELY, [section]);
  return lately !== undefined && lately.missing >= MIN_MISSING && lately.missing * 2 > lately.asked;
}
