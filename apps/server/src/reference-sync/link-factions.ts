import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import { takeTurns } from '../core/db/take-turns.ts';

/** Makes the journal and the catalogue, which both write to many factions, take turns until the transaction ends. */
export async function lockFactions(sql: Sql): Promise<void> {
  await takeTurns(sql, 'reputation-factions');
}

/**
 * Gives each faction the expansion that its root is named after, if both are known. The platform offers nothing better;
 * it writes "The Burning Crusade" among factions and "Burning Crusade" in the journal.
 */
export const LINK_FACTIONS = statement`
  with expansion as (
    select l.entity_id as id, regexp_replace(lower(l.name), '^the ', '') as name from journal_expansion_locale l
    where l.locale = 'en_US'
  ), linked as (
    select r.id as root_id, (select min(e.id) from expansion e
      where e.name = regexp_replace(lower(r.names->>'en_US'), '^the ', '')) as expansion_id
    from reputation_faction r where r.id = r.root_id
  )
  update reputation_faction f set expansion_id = l.expansion_id from linked l
  where l.root_id = f.root_id and f.expansion_id is distinct from l.expansion_id`;
