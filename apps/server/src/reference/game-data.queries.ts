import {
  type EncountersInput,
  type EncounterView,
  type ExpansionsInput,
  type ExpansionView,
  InstanceCategory,
  type InstancesInput,
  type InstanceView,
} from '@guildhall/contracts/game-data.ts';
import { query, type RowOf, text } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import { cachedGameData, type GameData } from './game-data-cache.ts';

/** The texts of a row in the language `$1`, falling back to English field by field. */
const texts = (table: 'journal_expansion' | 'journal_instance' | 'journal_encounter', id: string, as: string) => `
  left join lateral (
    select coalesce(max(name) filter (where locale = $1), max(name) filter (where locale = 'en_US')) as name,
      coalesce(max(description) filter (where locale = $1), max(description) filter (where locale = 'en_US')) as description
    from ${table}_locale where entity_id = ${id} and locale in ($1, 'en_US')
  ) ${as} on true`;

export type ExpansionRow = RowOf<typeof EXPANSIONS>;
const EXPANSIONS = query({ id: 'int', name: 'text?' })`
  select e.id, t.name from journal_expansion e ${texts('journal_expansion', 'e.id', 't')} where e.listed order by e.id`;

/** In order of release. */
export function listExpansions(ctx: AppContext, { locale }: ExpansionsInput): Promise<GameData<ExpansionView[]>> {
  return cachedGameData(ctx, `expansions:${locale}`, async () =>
    (await ctx.sql.many(EXPANSIONS, [locale])).map(presentExpansion),
  );
}

export type InstanceRow = RowOf<typeof INSTANCES>;
const INSTANCES = query({
  id: 'int',
  description: 'text?',
  imageUrl: 'text?',
  category: text(InstanceCategory.options),
  minimumLevel: 'int?',
  name: 'text?',
  expansionId: 'int',
  expansionName: 'text?',
})`
  select i.id, t.name, t.description, i.category, i.minimum_level as "minimumLevel", i.image_url as "imageUrl",
    i.expansion_id as "expansionId", x.name as "expansionName"
  from journal_instance i join journal_expansion e on e.id = i.expansion_id
  ${texts('journal_instance', 'i.id', 't')} ${texts('journal_expansion', 'e.id', 'x')}
  where i.listed and e.listed and ($2::text is null or i.category = $2)
  order by i.expansion_id, i.order_index nulls last, i.id`;

export function listInstances(
  ctx: AppContext,
  { category, locale }: InstancesInput,
): Promise<GameData<InstanceView[]>> {
  return cachedGameData(ctx, `instances:${category ?? 'all'}:${locale}`, async () =>
    (await ctx.sql.many(INSTANCES, [locale, category ?? null])).map((row) => presentInstance(row, ctx.pictureUrl)),
  );
}

export type EncounterRow = RowOf<typeof ENCOUNTERS>;
export const ENCOUNTERS = query({
  id: 'int',
  description: 'text?',
  journalInstanceId: 'int',
  position: 'int',
  name: 'text?',
})`
  select e.id, t.name, t.description, e.instance_id as "journalInstanceId", e.position
  from journal_encounter e ${texts('journal_encounter', 'e.id', 't')}
  where e.instance_id = $2 and e.listed order by e.position, e.id`;

const INSTANCE_IDS = query({ ids: 'int[]' })`select coalesce(array_agg(id), '{}') as ids from journal_instance`;

/** In the order of the journal. Throws NOT_FOUND. */
export async function listEncounters(
  ctx: AppContext,
  { journalInstanceId, locale }: EncountersInput,
): Promise<GameData<EncounterView[]>> {
  // Unknown numbers then neither fill the cache nor reach the database.
  const known = await cachedGameData(ctx, 'instance-ids', async () => {
    return (await ctx.sql.one(INSTANCE_IDS)).ids;
  });
  if (!known.data.includes(journalInstanceId)) {
    throw notFound('instance_not_found', 'The journal has no such instance. See `GET /game-data/instances`.');
  }
  return cachedGameData(ctx, `encounters:${journalInstanceId}:${locale}`, async () =>
    (await ctx.sql.many(ENCOUNTERS, [locale, journalInstanceId])).map(presentEncounter),
  );
}

/** A thing with a name in neither the requested language nor English shows its id. */
const presentExpansion = ({ id, name }: ExpansionRow): ExpansionView => ({
  id,
  name: name ?? `Expansion ${id}`,
});

function presentInstance({ expansionId, expansionName, ...row }: InstanceRow, pictureUrl: PictureUrl): InstanceView {
  const { id, name, description, category, minimumLevel, imageUrl } = row;
  return {
    id,
    name: name ?? `Instance ${id}`,
    description,
    category,
    expansion: presentExpansion({ id: expansionId, name: expansionName }),
    minimumLevel,
    imageUrl: pictureUrl(imageUrl),
  };
}

function presentEncounter({ id, name, description, journalInstanceId, position }: EncounterRow): EncounterView {
  return { id, name: name ?? `Encounter ${id}`, description, journalInstanceId, position };
}
