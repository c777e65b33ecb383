import type { ExpansionRef } from '@guildhall/contracts/character-progress.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/sql.ts';

/** In the journal, or as characters' documents name it. */
const NAME = `
  select coalesce(
    (select name from journal_expansion_locale where entity_id = $1 and locale = $2),
    (select names ->> $2 from game_name where kind = 'expansion' and key = $1::int::text),
    (select name from journal_expansion_locale where entity_id = $1 and locale = 'en_US'),
    (select names ->> 'en_US' from game_name where kind = 'expansion' and key = $1::int::text)) as name`;

/** One that nobody knows has its number for a name. */
export async function expansionRef(sql: Sql, id: number, locale: Locale): Promise<ExpansionRef> {
  const [row] = await sql<{ name: string | null }>(NAME, [id, locale]);
  return { id, name: row?.name ?? `Expansion ${id}` };
}
