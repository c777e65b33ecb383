/**
 * Further things with names in the game, by the platform's ids. Names are stored as read: all languages in one column,
 * so that one index serves a search in any of them.
 */
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { JournalExpansion } from './journal.entity.ts';
import { listed } from './listed.ts';
import type { Names } from './localized.ts';
import { PlayableClass } from './playable.entity.ts';

const platformId = () => p.integer().primary().autoincrement(false);
const names = () => p.json<Names>();

/** All names of a thing as people type them, see the function `search_key`. As PostgreSQL prints it back. */
export const searchKey = (expression: string) => p.text().nullable().generated(`(${expression}) stored`).hidden();
export const allNames = (column: string) => `jsonb_path_query_array(${column}, '$.*?(@ != null)'::jsonpath)`;

export const Specialization = defineEntity({
  name: 'Specialization',
  properties: {
    id: platformId(),
    playableClass: () => p.manyToOne(PlayableClass).fieldName('class_id').deleteRule('restrict').index(),
    role: p.enum(CombatRole.options).nullable(),
    names: names(),
    listed: listed(),
  },
});

export const Profession = defineEntity({
  name: 'Profession',
  properties: { id: platformId(), type: p.enum(['primary', 'secondary']).nullable(), names: names() },
});

export const SkillTier = defineEntity({
  name: 'SkillTier',
  properties: {
    id: platformId(),
    profession: () => p.manyToOne(Profession).deleteRule('cascade').index(),
    minimumSkill: p.smallint().nullable(),
    maximumSkill: p.smallint().nullable(),
    names: names(),
  },
});

/** The tier lists recipes by name; each recipe's product is fetched separately, and is null unless it is an item. */
export const Recipe = defineEntity({
  name: 'Recipe',
  properties: {
    id: platformId(),
    profession: () => p.manyToOne(Profession).deleteRule('cascade').index(),
    skillTier: () => p.manyToOne(SkillTier).deleteRule('cascade').index(),
    names: names(),
    craftedItemId: p.integer().nullable(),
    /** The item the Horde crafts, where each faction has its own. */
    hordeCraftedItemId: p.integer().nullable(),
    craftedItemNames: p.json<Names>().nullable(),
    /** The last request for its product. */
    detailsFetchedAt: instant().nullable(),
    // Most recipes are named after their product.
    searchKey: searchKey(
      `search_key(((${allNames('names')})::text || COALESCE((${allNames('NULLIF(crafted_item_names, names)')})::text, ''::text)))`,
    ),
  },
  indexes: [
    {
      name: 'recipe_by_any_name',
      expression: 'create index "recipe_by_any_name" on "recipe" using gin (search_key gin_trgm_ops)',
    },
  ],
});

/** `root` is the topmost faction above it, or itself. The expansion is the one that the root is named after. */
export const ReputationFaction = defineEntity({
  name: 'ReputationFaction',
  properties: {
    id: platformId(),
    parentId: p.integer().nullable(),
    rootId: p.integer().index(),
    expansion: () => p.manyToOne(JournalExpansion).nullable().deleteRule('set null').index(),
    names: names(),
    searchKey: searchKey(`search_key((${allNames('names')})::text)`),
  },
});
