import { diggingProfession, type Entry, professions } from '../played-content.ts';
import type { Character } from '../world-model.ts';
import { characterDocument, choicesOf, firstAdventureLevel, reference } from './character-scene.ts';
import type { Document, Scene } from './scene.ts';

/** `…/professions`. Two primary ones, cooking, and one that has no tiers. */
export function characterProfessions(scene: Scene, character: Character): Document | undefined {
  if (character.level < firstAdventureLevel) return undefined;
  return characterDocument(scene, character, 'character-professions', 'professions', () => {
    const random = choicesOf(character, 'professions');
    const primaries = random.shuffle(professions.filter(({ secondary }) => !secondary)).slice(0, 2);
    const learned = (entries: typeof professions) =>
      entries.map((entry) => ({
        profession: reference(scene, 'profession', entry),
        tiers: entry.tiers.map((tier) => ({
          skill_points: random.integer(1, 100),
          max_skill_points: 100,
          tier: { name: reference(scene, 'tier', tier).name, id: tier.id },
          known_recipes: tier.recipes
            .filter(({ id }) => random.chance(0.6) || character.recipesLearned.includes(id))
            .map((recipe) => untold(scene, recipe)),
        })),
      }));
    return {
      primaries: learned(primaries),
      secondaries: [
        ...learned(professions.filter(({ secondary }) => secondary)),
        { profession: reference(scene, 'profession', diggingProfession), skill_points: 120, max_skill_points: 950 },
      ],
    };
  });
}

/** One recipe has no name in one language, as happens on the platform. */
function untold(scene: Scene, recipe: Entry) {
  const told = reference(scene, 'recipe', recipe);
  if (recipe.id % 1000 !== 1 || scene.locale !== 'all') return told;
  return { ...told, name: { ...recipe.name, ru_RU: null } };
}
