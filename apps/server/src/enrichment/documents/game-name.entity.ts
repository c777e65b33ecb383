import { defineEntity, p } from '@mikro-orm/core';
import { allNames, searchKey } from '../../reference/catalogue.entity.ts';

/**
 * Names from the game in the languages of the service, collected from characters' documents: those refer to things by
 * id, and each name is stored once for all of them.
 */
export const GameName = defineEntity({
  name: 'GameName',
  properties: {
    kind: p.text().primary(),
    /** The platform's id, or its word for a value of a closed list. */
    key: p.text().primary(),
    names: p.json<Record<string, string>>(),
    searchKey: searchKey(`search_key((${allNames('names')})::text)`),
  },
  indexes: [
    {
      name: 'game_name_recipe_by_any_name',
      expression: `create index "game_name_recipe_by_any_name" on "game_name" using gin (search_key gin_trgm_ops) where kind = 'recipe'`,
    },
  ],
});
