import type { FoundFaction, SearchFactionsInput } from '@guildhall/contracts/comparison.ts';
import { byName } from '../../core/db/by-name.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { noExpansion } from '../views/reputations.ts';

/**
 * There are only hundreds of factions, so it scans all. Names that contain the text come first, similar ones after.
 * Leaves out factions that only group others, and includes names known only from characters.
 */
const SEARCH = query({ id: 'int', name: 'text', expansionId: 'int?', expansionName: 'text?' })`
  with faction as (
    select f.id, f.names, f.expansion_id, f.search_key from reputation_faction f
    where f.parent_id is not null or not exists (select from reputation_faction c where c.parent_id = f.id)
    union all
    select g.key::int, g.names, null, g.search_key from game_name g
    where g.kind = 'faction' and not exists (select from reputation_faction f where f.id = g.key::int)
  ), found as (
    select f.*, strpos(f.search_key, search_key($1)) > 0 as has, word_similarity(search_key($1), f.search_key) as alike
    from faction f
  )
  select f.id, coalesce(f.names ->> $2, f.names ->> 'en_US', 'Faction ' || f.id) as name,
    f.expansion_id as "expansionId", coalesce(own.name, english.name) as "expansionName"
  from found f
  left join journal_expansion_locale own on own.entity_id = f.expansion_id and own.locale = $2
  left join journal_expansion_locale english on english.entity_id = f.expansion_id and english.locale = 'en_US'
  where f.has or f.alike >= 0.45 order by f.has desc, f.alike desc, ${byName("coalesce(f.names ->> $2, f.names ->> 'en_US')")}, f.id limit 20`;

export async function searchFactions(ctx: AppContext, { q, locale }: SearchFactionsInput): Promise<FoundFaction[]> {
  const rows = await ctx.sql.many(SEARCH, [q, locale]);
  return rows.map(({ id, name, expansionId, expansionName }) => ({
    id,
    name,
    expansion: expansionName === null ? noExpansion(locale) : { id: expansionId, name: expansionName },
  }));
}
