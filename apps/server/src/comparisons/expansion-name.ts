import type { ExpansionRef } from '@guildhall/contracts/character-progress.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';

/** From the journal, or else from the characters' documents. */
const NAME = query({ name: 'text?' })`
  select coalesce(
    (select name from journal_expansion_locale where entity_id = $1 and locale = $2),
    (select names ->> $2 from game_name where kind = 'expansion' and key = $1::int::text),
    (select name from journal_expansion_locale where entity_id = $1 and locale = 'en_US'),
    (select names ->> 'en_US' from game_name where kind = 'expansion' and key = $1::int::text)) as name`;

/** For an expansion named in a character's document, possibly without a name. */
export async function expansionRef(sql: Sql, id: number, locale: Locale): Promise<ExpansionRef> {
  return { id, name: (await nameOf(sql, id, locale)) ?? `Expansion ${id}` };
}

/** For an expansion named by a caller. Throws NOT_FOUND when neither the journal nor any character knows it. */
export async function requireExpansion(sql: Sql, id: number, locale: Locale): Promise<ExpansionRef> {
  const name = await nameOf(sql, id, locale);
  if (!name) throw notFound('expansion_not_found', 'There is no such expansion. See `GET /game-data/expansions`.');
  return { id, name };
}

const nameOf = async (sql: Sql, id: number, locale: Locale) => (await sql.one(NAME, [id, locale])).name;
