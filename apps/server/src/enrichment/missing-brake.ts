/**
 * The brake on archiving: when most characters are missing, it is the platform that is unwell, or our access to it, and
 * a miss says nothing of any of them. Nothing is archived by misses until that is over.
 */
import type { Sql } from '../core/db/sql.ts';
import type { Missable } from './archive-missing.ts';

/** One person's old characters can be that few; below it nobody could tell an outage from them. */
const MIN_MISSING = 50;

const LATELY = `
  select count(*) filter (where status = 'not_found')::int as missing, count(*)::int as asked from character_section
  where section = $1 and section in ('profile', 'status') and asked_at > now() - interval '1 hour'`;

/** Whether of the characters that were asked for within the hour more than half are missing, and at least fifty. */
export async function manyAreMissing(sql: Sql, section: Missable): Promise<boolean> {
  const [lately] = await sql<{ missing: number; asked: number }>(LATELY, [section]);
  return lately !== undefined && lately.missing >= MIN_MISSING && lately.missing * 2 > lately.asked;
}
