import { defineEntity, p } from '@mikro-orm/core';
import { allNames, searchKey } from './catalogue.entity.ts';

/** Names from characters' documents, each stored once for all of them: the documents refer to things by id. */
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
