import type { CharacterProfession, CharacterProfessions } from '@guildhall/battlenet/schemas/professions.ts';
import { englishName, type NameCollector } from '../../../reference/game-data/names.ts';

export type ProfessionsDocument = ReturnType<typeof professionsDocument>;

export function professionsDocument(raw: CharacterProfessions, names: NameCollector) {
  return {
    professions: [
      ...raw.primaries.map((profession) => professionOf(profession, 'primary', names)),
      ...raw.secondaries.map((profession) => professionOf(profession, 'secondary', names)),
    ],
  };
}

function professionOf(
  { profession, specialization, tiers, ...own }: CharacterProfession,
  kind: 'primary' | 'secondary',
  names: NameCollector,
) {
  names.add('profession', profession.id, profession.name);
  const newestFirst = tiers.toSorted((left, right) => ageOf(left.tier.id) - ageOf(right.tier.id));
  const [newest] = newestFirst;
  return {
    id: profession.id,
    kind,
    specialization: specialization && englishName(specialization.name),
    skillPoints: own.skill_points ?? newest?.skill_points ?? null,
    maxSkillPoints: own.max_skill_points ?? newest?.max_skill_points ?? null,
    tiers: newestFirst.map(({ tier, skill_points, max_skill_points, known_recipes }) => {
      names.add('profession-tier', tier.id, tier.name);
      for (const recipe of known_recipes) names.add('recipe', recipe.id, recipe.name);
      return {
        id: tier.id,
        skillPoints: skill_points,
        maxSkillPoints: max_skill_points,
        recipeIds: known_recipes.map(({ id }) => id),
      };
    }),
  };
}

/**
 * Smaller is newer; the order in the answer follows no rule. When professions were first split into tiers, the existing
 * expansions were numbered from newest to oldest; each expansion since then got a higher number.
 */
const FIRST_SINCE = 2600;
const ageOf = (tierId: number) => (tierId < FIRST_SINCE ? tierId : -tierId);
