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

/**
 * An expansion that a caller asks for. Throws NOT_FOUND when neither the journal nor any character knows it; one that
 * comes from a character's document may lack a name.
 */
export async function expansionOf(sql: Sql, id: number, locale: Locale, isAsked = true): Promise<ExpansionRef> {
  const { name } = await sql.one(NAME, [id, locale]);
  if (!name && isAsked) {
    throw notFound('expansion_not_found', 'There is no such expansion. See `GET /game-data/expansions`.');
  }
  return { id, name: name ?? `Expansion ${id}` };
}
