/**
 * Recipes known by characters, as searchable rows. A trigger of `character_section` derives them from the document of
 * the section `professions`, so they always match it and disappear with it.
 */
import { defineEntity, p } from '@mikro-orm/core';
import { Character } from '../../membership/characters/character.entity.ts';

const character = () => p.manyToOne(Character).primary().deleteRule('cascade');
/** Ids are the platform's: the catalogue may not know them yet. */
const points = { skillPoints: p.integer().nullable(), maxSkillPoints: p.integer().nullable() };

export const CharacterProfession = defineEntity({
  name: 'CharacterProfession',
  properties: {
    character,
    professionId: p.integer().primary(),
    /** Those of the newest tier if the profession has none of its own. */
    ...points,
    knownRecipes: p.integer(),
  },
});

export const CharacterSkillTier = defineEntity({
  name: 'CharacterSkillTier',
  properties: { character, tierId: p.integer().primary(), professionId: p.integer(), ...points },
});

export const CharacterRecipe = defineEntity({
  name: 'CharacterRecipe',
  properties: {
    character,
    recipeId: p.integer().primary(),
    professionId: p.integer(),
    tierId: p.integer(),
  },
  indexes: [
    {
      // Covers all columns: a search reads thousands of rows and needs nothing else of them.
      name: 'character_recipe_by_recipe',
      expression:
        'create index "character_recipe_by_recipe" on "character_recipe" (recipe_id, character_id) include (profession_id, tier_id)',
    },
  ],
});
