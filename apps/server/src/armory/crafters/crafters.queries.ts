import type { CraftersInput, CraftersView, CrafterView } from '@guildhall/contracts/crafters.ts';
import { Faction } from '@guildhall/contracts/organization.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, orNulls, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess } from '../../membership/rights/organization.access.ts';
import { type GameNames, gameNames, type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';

/**
 * The characters of a guild that its members share, as of this very statement. In a guild of the game, the roster and a proof
 * determine which characters belong; elsewhere, all of a member's that the game platform may know. Needs the organization as `$1`.
 * Materialized, so that what follows looks up details for these characters only.
 */
export const GUILD_CHARACTERS = `
  guild_character as materialized (
    select c.id, c.user_id, u.display_name, c.name, c.region, c.game_version, c.realm_slug, c.level, c.class_id, c.faction,
      ${currentItemLevel('c', 'equipped_item_level')} as equipped_item_level, c.last_login_at
    from (
      select e.claimed_by_id as id from roster_entry e join organization o on o.id = e.organization_id
      where e.organization_id = $1 and o.source = 'synced' and e.left_at is null and e.claimed_by_id is not null
      union all
      select own.id from membership m join organization o on o.id = m.organization_id
      join character own on own.user_id = m.user_id and own.source = 'synced'
      where m.organization_id = $1 and o.source <> 'synced' and m.left_at is null
    ) belongs
    join character c on c.id = belongs.id
    join organization o on o.id = $1
    join person u on u.id = c.user_id
    where c.archived_at is null and u.shares_with_guilds and (o.source <> 'synced' or c.verified_at is not null)
  )`;

const CrafterRow = columns({
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
type CrafterRow = RowOf<typeof CrafterRow>;

/** The limit of `recipes_like`. */
const MOST_RECIPES = 50;

/** Orders people by last presence on any character, because one asks people. Keeps a person's characters together. */
const ORDER = `a.at desc nulls last, c.user_id, c.last_login_at desc nulls last, ${byName('c.name')}, c.id, f.profession_id`;

/** `$1` organization, `$2` search or null, `$3` profession or null, `$4` limit, `$5` offset; `found` is the matches. */
const crafters = (matched: string, found: string) => query({
  ...orNulls(CrafterRow),
  total: 'int',
  matchedRecipes: 'int',
})`
  with ${GUILD_CHARACTERS}, matched as materialized (${matched}), found as materialized (${found}), active as (
    select user_id, max(last_login_at) as at from guild_character group by user_id
  ), page as (
    select f.profession_id, f.recipe_ids, f.tier_ids, c.*, a.at, row_number() over (order by ${ORDER}) as place
    from found f join guild_character c on c.id = f.character_id join active a on a.user_id = c.user_id
    order by ${ORDER} limit $4 offset $5
  ), counted as (
    select (select count(*)::int from found) as total, (select count(*)::int from matched) as "matchedRecipes"
  )
  select n.total, n."matchedRecipes", p.profession_id as "professionId", p.id as "characterId", p.name, p.region,
    p.game_version as "gameVersion",
    p.realm_slug as "realmSlug", p.level, p.class_id as "classId", p.faction, p.user_id as "userId",
    p.display_name as "displayName", p.last_login_at as "lastLoginAt", p.at as "userLastPlayedAt",
    k.skill_points as "skillPoints", k.max_skill_points as "maxSkillPoints", k.known_recipes as "knownRecipes",
    p.recipe_ids as "recipeIds", p.tier_ids as "tierIds",
    (select coalesce(jsonb_object_agg(t.tier_id, jsonb_build_object('skillPoints', t.skill_points,
        'maxSkillPoints', t.max_skill_points)), '{}') from character_skill_tier t
      where t.character_id = p.id and t.tier_id = any(p.tier_ids)) as tiers,
    s.fetched_at as "dataAsOf", s.status = 'failed' or coalesce(s.next_at < now() - interval '1 day', false) as stale
  from counted n left join (
    page p join character_profession k on k.character_id = p.id and k.profession_id = p.profession_id
    join character_section s on s.character_id = p.id and s.section = 'professions'
  ) on true
  order by p.place`;

export const SEARCHED_CRAFTERS = crafters(
  'select recipe_id from recipes_like($2)',
  `select k.character_id, k.profession_id, array_agg(k.recipe_id) as recipe_ids, array_agg(k.tier_id) as tier_ids
    from character_recipe k join guild_character c on c.id = k.character_id
    where k.recipe_id = any(array(select recipe_id from matched)) and ($3::int is null or k.profession_id = $3)
    group by k.character_id, k.profession_id`,
);
export const LISTED_CRAFTERS = crafters(
  'select where $2::text is not null',
  `select k.character_id, k.profession_id, '{}'::int[] as recipe_ids, '{}'::int[] as tier_ids
    from guild_character c join character_profession k on k.character_id = c.id
    where $3::int is null or k.profession_id = $3`,
);

export const PROFESSION_COVERAGE = query({ characters: 'int', known: 'int' })`
  with ${GUILD_CHARACTERS}
  select count(*)::int as characters, count(s.fetched_at)::int as known from guild_character c
  left join character_section s on s.character_id = c.id and s.section = 'professions'`;

const isCrafter = (row: RowOf<typeof LISTED_CRAFTERS>): row is RowOf<typeof LISTED_CRAFTERS> & CrafterRow =>
  row.characterId !== null;

/** Lists crafters, those last online first. */
export async function listCrafters(
  ctx: AppContext,
  actor: Actor,
  { id, search, professionId, locale, page, pageSize }: CraftersInput,
): Promise<CraftersView> {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, id, 'read', 'Organization');
  const values = [organizationId, search || null, professionId ?? null, pageSize, (page - 1) * pageSize];
  const [rows, coverage, reference] = await Promise.all([
    ctx.sql.many(search ? SEARCHED_CRAFTERS : LISTED_CRAFTERS, values),
    ctx.sql.one(PROFESSION_COVERAGE, [organizationId]),
    referenceNames(ctx, locale),
  ]);
  const found = rows.filter(isCrafter);
  const [nameOf, recipeOf] = await Promise.all([
    gameNames(ctx.sql, locale, found.flatMap(wantedNames)),
    recipeNames(
      ctx.sql,
      locale,
      found.flatMap(({ recipeIds }) => recipeIds),
    ),
  ]);
  const [counted] = rows;
  return {
    crafters: found.map((row) => presentCrafter(row, { locale, reference, nameOf, recipeOf })),
    pagination: paginationOf(page, pageSize, counted?.total ?? 0),
    truncated: (counted?.matchedRecipes ?? 0) >= MOST_RECIPES,
    coverage,
  };
}

const wantedNames = ({ professionId, tierIds }: CrafterRow) => [
  ['profession', professionId] as const,
  ...tierIds.map((tierId) => ['profession-tier', tierId] as const),
];

type Points = { skillPoints: number | null; maxSkillPoints: number | null };

type Names = {
  locale: Locale;
  reference: ReferenceNames;
  nameOf: GameNames;
  recipeOf: (id: number) => RecipeNames;
};

function presentCrafter(row: CrafterRow, names: Names): CrafterView {
  const { reference, nameOf, locale } = names;
  const { professionId, realmSlug, classId } = row;
  const { compare } = new Intl.Collator(locale.replace('_', '-'));
  return {
    user: { id: row.userId, displayName: row.displayName, lastPlayedAt: row.userLastPlayedAt },
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
      .map((id, index) => presentRecipe(id, row.tierIds[index] ?? 0, row, names))
      .toSorted((left, right) => compare(left.name, right.name) || left.id - right.id),
    knownRecipes: row.knownRecipes,
    lastLoginAt: row.lastLoginAt,
    dataAsOf: row.dataAsOf,
    stale: row.stale,
  };
}

function presentRecipe(
  id: number,
  tierId: number,
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

type RecipeNames = {
  name: string;
  itemId: number | null;
  /** The item the Horde crafts, where each faction has its own. */
  hordeItemId: number | null;
  itemName: string | null;
};

const RECIPE_NAMES = query({ name: 'text', itemId: 'int?', hordeItemId: 'int?', itemName: 'text?', id: 'int' })`
  select wanted.id, r.crafted_item_id as "itemId", r.horde_crafted_item_id as "hordeItemId",
    coalesce(r.names ->> $1, g.names ->> $1, r.names ->> 'en_US', g.names ->> 'en_US', 'Recipe ' || wanted.id) as name,
    coalesce(r.crafted_item_names ->> $1, r.crafted_item_names ->> 'en_US') as "itemName"
  from (select distinct unnest($2::int[]) as id) wanted
  left join recipe r on r.id = wanted.id
  left join game_name g on g.kind = 'recipe' and g.key = wanted.id::text`;

/** Names from the catalogue; for a recipe it does not know yet, the name that came with a character. */
async function recipeNames(sql: Sql, locale: Locale, ids: number[]): Promise<(id: number) => RecipeNames> {
  const rows = await sql.many(RECIPE_NAMES, [locale, ids]);
  const recipes = new Map(rows.map(({ id, ...recipe }) => [id, recipe]));
  return (id) => recipes.get(id) ?? { name: `Recipe ${id}`, itemId: null, hordeItemId: null, itemName: null };
}
