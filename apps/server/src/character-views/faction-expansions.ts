import type { ExpansionRef } from '@guildhall/contracts/character-progress.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';

/** Groups everything that belongs to no known expansion. */
export const NO_EXPANSION: ExpansionRef = { id: null, name: 'Other' };

const EXPANSIONS = query({ faction_id: 'int', expansion_id: 'int!', name: 'text' })`
  select f.id as faction_id, f.expansion_id, coalesce(own.name, english.name) as name
  from reputation_faction f
  left join journal_expansion_locale own on own.entity_id = f.expansion_id and own.locale = $1
  left join journal_expansion_locale english on english.entity_id = f.expansion_id and english.locale = 'en_US'
  where f.id = any($2) and coalesce(own.name, english.name) is not null`;

/**
 * Maps each faction to its expansion through its root faction; factions missing from the map belong to no known one.
 * Only the catalogue knows this; the characters' documents do not say it.
 */
export async function factionExpansions(
  sql: Sql,
  locale: Locale,
  factionIds: number[],
): Promise<Map<number, ExpansionRef>> {
  const rows = await sql.many(EXPANSIONS, [locale, factionIds]);
  return new Map(rows.map((row) => [row.faction_id, { id: row.expansion_id, name: row.name }]));
}
