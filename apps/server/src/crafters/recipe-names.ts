import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';

export type RecipeNames = {
  name: string;
  itemId: number | null;
  /** The item the Horde crafts, where each faction has its own. */
  hordeItemId: number | null;
  itemName: string | null;
};

const NAMES = query({ name: 'text', itemId: 'int?', hordeItemId: 'int?', itemName: 'text?', id: 'int' })`
  select wanted.id, r.crafted_item_id as "itemId", r.horde_crafted_item_id as "hordeItemId",
    coalesce(r.names ->> $1, g.names ->> $1, r.names ->> 'en_US', g.names ->> 'en_US', 'Recipe ' || wanted.id) as name,
    coalesce(r.crafted_item_names ->> $1, r.crafted_item_names ->> 'en_US') as "itemName"
  from (select distinct unnest($2::int[]) as id) wanted
  left join recipe r on r.id = wanted.id
  left join game_name g on g.kind = 'recipe' and g.key = wanted.id::text`;

/** Names from the catalogue; for a recipe it does not know yet, the name that came with a character. */
export async function recipeNames(sql: Sql, locale: Locale, ids: number[]): Promise<(id: number) => RecipeNames> {
  const rows = await sql.many(NAMES, [locale, ids]);
  const recipes = new Map(rows.map(({ id, ...recipe }) => [id, recipe]));
  return (id) => recipes.get(id) ?? { name: `Recipe ${id}`, itemId: null, hordeItemId: null, itemName: null };
}
