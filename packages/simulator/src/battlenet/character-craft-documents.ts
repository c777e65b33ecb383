import { translated } from '../game-journal.ts';
import { type ProfessionEntry, professions, type RecipeEntry } from '../game-professions.ts';

import type { Random } from '../random.ts';
import type { Character } from '../world-model.ts';
import { characterDocument, choicesOf, firstAdventureLevel, reference } from './character-scene.ts';
import { type Document, type Scene, text } from './scene.ts';

/** `…/professions`: two primary ones, cooking, and one without tiers. */
export function characterProfessions(scene: Scene, character: Character): Document | undefined {
  if (character.level < firstAdventureLevel) return undefined;
  return characterDocument(scene, character, 'character-professions', 'professions', () => {
    const random = choicesOf(character, 'professions');
    const ofType = (type: ProfessionEntry['type']) => professions.filter((entry) => entry.type === type);
    const learn = (entry: ProfessionEntry) => learned(scene, character, entry, random);
    return {
      primaries: random.shuffle(ofType('PRIMARY')).slice(0, 2).map(learn),
      secondaries: ofType('SECONDARY').map(learn),
    };
  });
}

/** A profession without tiers has its own skill points. */
function learned(scene: Scene, { recipesLearned }: Character, entry: ProfessionEntry, random: Random) {
  const profession = reference(scene, 'profession', entry);
  if (entry.skillTiers.length === 0) return { profession, skill_points: 120, max_skill_points: 950 };
  const knows = ({ id }: RecipeEntry) => random.chance(0.6) || recipesLearned.includes(id);
  const tiers = entry.skillTiers.map((tier) => ({
    skill_points: random.integer(1, 100),
    max_skill_points: 100,
    tier: { name: text(scene, translated(tier.name)), id: tier.id },
    known_recipes: tier.categories
      .flatMap(({ recipes }) => recipes)
      .filter(knows)
      .map((recipe) => reference(scene, 'recipe', recipe)),
  }));
  return { profession, tiers };
}
