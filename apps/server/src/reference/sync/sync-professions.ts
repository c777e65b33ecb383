/** Professions, their skill tiers, and the recipes that the tiers name in all languages. */
import type { LocalizedText } from '@guildhall/battlenet/schemas/primitives.ts';
import type { ProfessionSkillTier } from '@guildhall/battlenet/schemas/profession.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import type { AppContext } from '../../core/services/context.ts';
import { localized } from '../game-data/localized.ts';
import type { CatalogueRun } from './catalogue-run.ts';
import { upsertRows, writeRows } from './write-rows.ts';

const LANES = 8;

const PROFESSION = upsertRows('profession', 'type text, names jsonb');
const SKILL_TIERS = upsertRows(
  'skill_tier',
  'profession_id int, minimum_skill smallint, maximum_skill smallint, names jsonb',
);
const RECIPES = upsertRows('recipe', 'profession_id int, skill_tier_id int, names jsonb');

const TYPES: Record<string, string> = { PRIMARY: 'primary', SECONDARY: 'secondary' };

/** One profession after the other, each in its own transaction. */
export async function syncProfessions(ctx: AppContext, run: CatalogueRun): Promise<void> {
  const index = ctx.battlenet.professionsIndex;
  const listed = await run.documents.list('profession', index, ({ professions }) => professions);
  const left = listed.filter(({ id }) => !run.isStored(nameOf(id)));
  await run.expect(left.length);
  for (const { id } of left) await syncProfession(ctx, run, id);
}

const nameOf = (id: number) => `profession/${id}`;

async function syncProfession(ctx: AppContext, run: CatalogueRun, id: number): Promise<void> {
  const { battlenet, config } = ctx;
  const named = (thing: { id: number; name: LocalizedText }) => ({
    id: thing.id,
    names: localized(thing.name, config.locales),
  });
  const data = await run.documents.one(nameOf(id), (call) => battlenet.profession(call, id));
  const read = await mapConcurrently(data?.skill_tiers ?? [], LANES, (tier) =>
    run.documents.one(`${nameOf(id)}/${tier.id}`, (call) => battlenet.professionSkillTier(call, id, tier.id)),
  );
  const tiers = read.filter((tier) => tier !== null);
  const professions = data ? [{ ...named(data), id, type: TYPES[data.type?.type ?? ''] ?? null }] : [];
  const tierRows = tiers.map((tier) => ({
    ...named(tier),
    profession_id: id,
    minimum_skill: tier.minimum_skill_level,
    maximum_skill: tier.maximum_skill_level,
  }));
  const recipeRows = recipesOf(tiers).map((recipe) => ({
    ...named(recipe),
    profession_id: id,
    skill_tier_id: recipe.tierId,
  }));
  await run.store({ name: nameOf(id), things: 1 }, async (sql) => [
    await writeRows(sql, PROFESSION, professions),
    await writeRows(sql, SKILL_TIERS, tierRows),
    await writeRows(sql, RECIPES, recipeRows),
  ]);
}

/** A recipe in two categories is stored once, under the first. */
function recipesOf(tiers: ProfessionSkillTier[]) {
  const all = tiers.flatMap((tier) =>
    tier.categories.flatMap(({ recipes }) => recipes.map(({ id, name }) => ({ id, name, tierId: tier.id }))),
  );
  return [...new Map(all.toReversed().map((recipe) => [recipe.id, recipe])).values()];
}
