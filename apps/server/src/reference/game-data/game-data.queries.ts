import { type EncountersInput, InstanceCategory, type InstancesInput } from '@guildhall/contracts/game-data.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { GameVersion, type Locale, Region } from '@guildhall/contracts/primitives.ts';
import { object, type Query, query, text } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { cachedGameData } from './game-data-cache.ts';

/** In the language `$1`, else in English, field by field. A thing with a name in neither shows its id. */
const texts = (what: 'expansion' | 'instance' | 'encounter', id: string, as: string) => `
  left join lateral (
    select coalesce(max(name) filter (where locale = $1), max(name) filter (where locale = 'en_US'),
        initcap('${what} ') || ${id}) as name,
      coalesce(max(description) filter (where locale = $1), max(description) filter (where locale = 'en_US')) as description
    from journal_${what}_locale where entity_id = ${id} and locale in ($1, 'en_US')
  ) ${as} on true`;

/** In order of release. */
const EXPANSIONS = query({ id: 'int', name: 'text' })`
  select e.id, t.name from journal_expansion e ${texts('expansion', 'e.id', 't')} where e.listed order by e.id`;

const INSTANCES = query({
  id: 'int',
  name: 'text',
  description: 'text?',
  category: text(InstanceCategory.options),
  expansion: object({ id: 'int', name: 'text' }),
  minimumLevel: 'int?',
  imageUrl: 'text?',
})`
  select i.id, t.name, t.description, i.category, jsonb_build_object('id', i.expansion_id, 'name', x.name) as expansion,
    i.minimum_level as "minimumLevel", i.image_url as "imageUrl"
  from journal_instance i join journal_expansion e on e.id = i.expansion_id
  ${texts('instance', 'i.id', 't')} ${texts('expansion', 'e.id', 'x')}
  where i.listed and e.listed and ($2::text is null or i.category = $2)
  order by i.expansion_id, i.order_index nulls last, i.id`;

const ENCOUNTERS = query({
  id: 'int',
  name: 'text',
  description: 'text?',
  journalInstanceId: 'int',
  position: 'int',
})`
  select e.id, t.name, t.description, e.instance_id as "journalInstanceId", e.position
  from journal_encounter e ${texts('encounter', 'e.id', 't')}
  where e.instance_id = $2 and e.listed order by e.position, e.id`;

const INSTANCE_IDS = query({ ids: 'int[]' })`select coalesce(array_agg(id), '{}') as ids from journal_instance`;

/** In the language `$1`, else in English, else the given substitute. */
const name = (otherwise: string) => `coalesce(names->>$1, names->>'en_US', ${otherwise}) as name`;

const CLASSES = query({ id: 'int', name: 'text' })`
  select id, ${name(`'Class ' || id`)} from playable_class where listed order by id`;
const RACES = query({ id: 'int', name: 'text' })`
  select id, ${name(`'Race ' || id`)} from playable_race where listed order by id`;
const SPECIALIZATIONS = query({ id: 'int', name: 'text', classId: 'int', role: text(CombatRole.options).orNull })`
  select id, ${name(`'Specialization ' || id`)}, class_id as "classId", role from specialization
  where listed order by class_id, id`;
const REALMS = query({
  id: 'int',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  slug: 'text',
  name: 'text',
})`
  select id, region, game_version as "gameVersion", slug, ${name('slug')} from realm where listed
  order by game_version <> 'retail', game_version, region, slug`;

const list =
  <View extends object>(key: string, statement: Query<View>) =>
  (ctx: AppContext, { locale }: { locale: Locale }) =>
    cachedGameData(ctx, `${key}:${locale}`, () => ctx.sql.many(statement, [locale]));

export const listExpansions = list('expansions', EXPANSIONS);
export const listClasses = list('classes', CLASSES);
export const listRaces = list('races', RACES);
export const listSpecializations = list('specializations', SPECIALIZATIONS);
export const listRealms = list('realms', REALMS);

export const listInstances = (ctx: AppContext, { category, locale }: InstancesInput) =>
  cachedGameData(ctx, `instances:${category ?? 'all'}:${locale}`, async () => {
    const rows = await ctx.sql.many(INSTANCES, [locale, category ?? null]);
    return rows.map((row) => ({ ...row, imageUrl: ctx.pictureUrl(row.imageUrl) }));
  });

/** In the order of the journal. Throws NOT_FOUND. */
export async function listEncounters(ctx: AppContext, { journalInstanceId, locale }: EncountersInput) {
  // Unknown numbers then neither fill the cache nor reach the database.
  const known = await cachedGameData(ctx, 'instance-ids', async () => (await ctx.sql.one(INSTANCE_IDS)).ids);
  if (!known.data.includes(journalInstanceId)) {
    throw notFound('instance_not_found', 'The journal has no such instance. See `GET /game-data/instances`.');
  }
  return cachedGameData(ctx, `encounters:${journalInstanceId}:${locale}`, () =>
    ctx.sql.many(ENCOUNTERS, [locale, journalInstanceId]),
  );
}
