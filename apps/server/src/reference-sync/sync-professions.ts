/** Professions, their skill tiers, and the recipes that the tiers name in all languages. */
import type { ProfessionSkillTier } from '@guildhall/battlenet/schemas/profession.ts';
import { mapConcurrently } from '../core/concurrently.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { localized } from '../reference/localized.ts';
import type { CatalogueRun } from './catalogue-run.ts';
import { Written } from './count-changes.ts';

const LANES = 8;

const PROFESSION = query(Written)`
  insert into profession as t (id, type, names)
  select id, type, names from jsonb_to_recordset($1::jsonb) as n(id int, type text, names jsonb)
  on conflict (id) do update set (type, names) = (excluded.type, excluded.names)
  where (t.type, t.names) is distinct from (excluded.type, excluded.names)
  returning new.id, old.id is null as added`;

const SKILL_TIERS = query(Written)`
  insert into skill_tier as t (id, profession_id, minimum_skill, maximum_skill, names)
  select id, $2, minimum_skill, maximum_skill, names
  from jsonb_to_recordset($1::jsonb) as n(id int, minimum_skill smallint, maximum_skill smallint, names jsonb)
  on conflict (id) do update set (profession_id, minimum_skill, maximum_skill, names) =
    (excluded.profession_id, excluded.minimum_skill, excluded.maximum_skill, excluded.names)
  where (t.profession_id, t.minimum_skill, t.maximum_skill, t.names) is distinct from
    (excluded.profession_id, excluded.minimum_skill, excluded.maximum_skill, excluded.names)
  returning new.id, old.id is null as added`;

const RECIPES = query(Written)`
  insert into recipe as t (id, profession_id, skill_tier_id, names)
  select id, $2, skill_tier_id, names
  from jsonb_to_recordset($1::jsonb) as n(id int, skill_tier_id int, names jsonb)
  on conflict (id) do update set (profession_id, skill_tier_id, names) =
    (excluded.profession_id, excluded.skill_tier_id, excluded.names)
  where (t.profession_id, t.skill_tier_id, t.names) is distinct from
    (excluded.profession_id, excluded.skill_tier_id, excluded.names)
  returning new.id, old.id is null as added`;

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
  const { battlenet } = ctx;
  const { locales } = ctx.config;
  const data = await run.documents.one(nameOf(id), (call) => battlenet.profession(call, id));
  const read = await mapConcurrently(data?.skill_tiers ?? [], LANES, (tier) =>
    run.documents.one(`${nameOf(id)}/${tier.id}`, (call) => battlenet.professionSkillTier(call, id, tier.id)),
  );
  const tiers = read.filter((tier) => tier !== null);
  const professions = data
    ? [{ id, type: TYPES[data.type?.type ?? ''] ?? null, names: localized(data.name, locales) }]
    : [];
  const tierRows = tiers.map(({ id, name, minimum_skill_level, maximum_skill_level }) => ({
    id,
    minimum_skill: minimum_skill_level,
    maximum_skill: maximum_skill_level,
    names: localized(name, locales),
  }));
  const recipeRows = [...recipesOf(tiers).values()].map(({ id, tierId, name }) => ({
    id,
    skill_tier_id: tierId,
    names: localized(name, locales),
  }));
  await run.store({ name: nameOf(id), things: 1 }, async (sql) => [
    await sql.many(PROFESSION, [JSON.stringify(professions)]),
    await sql.many(SKILL_TIERS, [JSON.stringify(tierRows), id]),
    await sql.many(RECIPES, [JSON.stringify(recipeRows), id]),
  ]);
}

/** A recipe in two categories is stored once, under the first. */
function recipesOf(tiers: ProfessionSkillTier[]) {
  const all = tiers.flatMap((tier) =>
    tier.categories.flatMap(({ recipes }) => recipes.map(({ id, name }) => ({ id, name, tierId: tier.id }))),
  );
  return new Map(all.toReversed().map((recipe) => [recipe.id, recipe]));
}
