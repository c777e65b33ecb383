import type { CrafterView } from '@guildhall/contracts/crafters.ts';
import { Faction } from '@guildhall/contracts/organization.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { GameNames } from '../character-views/game-names.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, type RowOf, text } from '../core/db/statement.ts';
import type { ReferenceNames } from '../reference/names.ts';
import type { RecipeNames } from './recipe-names.ts';

type Points = { skillPoints: number | null; maxSkillPoints: number | null };
type KnownRecipe = { id: number; tierId: number };

export const CrafterRow = columns({
  characterId: 'uuid',
  name: 'text',
  region: 'text',
  gameVersion: 'text',
  realmSlug: 'text',
  level: 'int',
  classId: 'int',
  faction: text(Faction.options).orNull,
  userId: 'uuid',
  displayName: 'text',
  lastLoginAt: 'instant?',
  userLastPlayedAt: 'instant?',
  professionId: 'int',
  skillPoints: 'int?',
  maxSkillPoints: 'int?',
  knownRecipes: 'int',
  recipeIds: 'int[]',
  /** The tiers of each recipe. */
  tierIds: 'int[]',
  /** By tier id. */
  tiers: json<Record<string, Points>>(),
  dataAsOf: 'instant?',
  stale: 'bool',
});
export type CrafterRow = RowOf<typeof CrafterRow>;

type Names = {
  locale: Locale;
  reference: ReferenceNames;
  nameOf: GameNames;
  recipeOf: (id: number) => RecipeNames;
};

export function presentCrafter(row: CrafterRow, names: Names): CrafterView {
  const { reference, nameOf, locale } = names;
  const { professionId, realmSlug, classId } = row;
  const { compare } = new Intl.Collator(locale.replace('_', '-'));
  return {
    user: { id: row.userId, displayName: row.displayName, lastPlayedAt: instantOf(row.userLastPlayedAt) },
    character: {
      id: row.characterId,
      name: row.name,
      realm: realmSlug ? { slug: realmSlug, name: reference.realmName(row, realmSlug) } : null,
      level: row.level,
      class: { id: classId, name: reference.className(classId) },
    },
    profession: {
      id: professionId,
      name: nameOf('profession', professionId) ?? `Profession ${professionId}`,
      skillPoints: row.skillPoints,
      maxSkillPoints: row.maxSkillPoints,
    },
    recipes: row.recipeIds
      .map((id, index) => presentRecipe({ id, tierId: row.tierIds[index] ?? 0 }, row, names))
      .toSorted((left, right) => compare(left.name, right.name) || left.id - right.id),
    knownRecipes: row.knownRecipes,
    lastLoginAt: instantOf(row.lastLoginAt),
    dataAsOf: instantOf(row.dataAsOf),
    stale: row.stale,
  };
}

function presentRecipe(
  { id, tierId }: KnownRecipe,
  { faction, tiers }: CrafterRow,
  { nameOf, recipeOf }: Names,
): CrafterView['recipes'][number] {
  const { name, itemName, itemId, hordeItemId } = recipeOf(id);
  const crafted = faction === 'horde' ? (hordeItemId ?? itemId) : itemId;
  return {
    id,
    name,
    craftedItem: crafted === null ? null : { id: crafted, name: itemName ?? name },
    tier: {
      id: tierId,
      name: nameOf('profession-tier', tierId) ?? `Tier ${tierId}`,
      skillPoints: tiers[tierId]?.skillPoints ?? null,
      maxSkillPoints: tiers[tierId]?.maxSkillPoints ?? null,
    },
  };
}
