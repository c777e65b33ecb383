import type { LocalizedCharacterInput } from '@guildhall/contracts/character-progress.ts';
import type { Actor } from '../../core/actor.ts';
import type { AppContext } from '../../core/services/context.ts';
import { gameNames } from '../../reference/game-data/names.ts';
import type { ProfessionsDocument } from '../enrichment/documents/professions.ts';
import { characterSections } from './character-sections.ts';

type Profession = ProfessionsDocument['professions'][number];

async function learned(ctx: AppContext, actor: Actor, id: string) {
  const character = await characterSections(ctx, actor, id, ['professions']);
  const professions = character.document<ProfessionsDocument>('professions')?.professions ?? [];
  return { professions, freshness: character.freshness('professions') };
}

const wantedNames = (professions: Profession[]) =>
  professions.flatMap(({ id, tiers }) => [
    ['profession', id] as const,
    ...tiers.map((tier) => ['profession-tier', tier.id] as const),
  ]);

export async function getProfessions(ctx: AppContext, actor: Actor, { id, locale }: LocalizedCharacterInput) {
  const { professions, freshness } = await learned(ctx, actor, id);
  const nameOf = await gameNames(ctx.sql, locale, wantedNames(professions));
  return {
    professions: professions.map(({ tiers, ...profession }) => ({
      ...profession,
      name: nameOf('profession', profession.id) ?? `Profession ${profession.id}`,
      tiers: tiers.map(({ recipeIds, ...tier }) => ({
        ...tier,
        name: nameOf('profession-tier', tier.id) ?? `Tier ${tier.id}`,
        knownRecipes: recipeIds.length,
      })),
    })),
    freshness,
  };
}

/** Known recipes, by profession and tier; within a tier by name. */
export async function getRecipes(ctx: AppContext, actor: Actor, { id, locale }: LocalizedCharacterInput) {
  const { professions, freshness } = await learned(ctx, actor, id);
  const recipeIds = professions.flatMap(({ tiers }) => tiers.flatMap((tier) => tier.recipeIds));
  const recipeNames = recipeIds.map((recipeId) => ['recipe', recipeId] as const);
  const nameOf = await gameNames(ctx.sql, locale, [...wantedNames(professions), ...recipeNames]);
  const { compare } = new Intl.Collator(locale.replace('_', '-'));
  return {
    professions: professions.flatMap(({ id: professionId, kind, tiers }) => {
      const known = tiers.filter((tier) => tier.recipeIds.length > 0);
      if (known.length === 0) return [];
      return [
        {
          id: professionId,
          kind,
          name: nameOf('profession', professionId) ?? `Profession ${professionId}`,
          tiers: known.map((tier) => ({
            id: tier.id,
            name: nameOf('profession-tier', tier.id) ?? `Tier ${tier.id}`,
            recipes: tier.recipeIds
              .map((recipeId) => ({ id: recipeId, name: nameOf('recipe', recipeId) ?? `Recipe ${recipeId}` }))
              .toSorted((left, right) => compare(left.name, right.name) || left.id - right.id),
          })),
        },
      ];
    }),
    total: recipeIds.length,
    freshness,
  };
}
