/** Writes one expansion of the journal as a whole, in the caller's transaction; unchanged rows are not written. */

import type { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { localized, textRows } from '../game-data/localized.ts';
import type { FetchedExpansion, FetchedInstance } from './fetch-journal.ts';
import { changesIn, type RowChanges, rowsNotListed, upsertRows, WrittenRow, writeRows } from './write-rows.ts';

const EXPANSION = upsertRows('journal_expansion', 'listed boolean');
const INSTANCES = upsertRows(
  'journal_instance',
  'expansion_id int, category text, minimum_level smallint, order_index smallint, difficulties jsonb, last_modified text, listed boolean',
);
const ENCOUNTERS = upsertRows(
  'journal_encounter',
  'instance_id int, position smallint, last_modified text, listed boolean',
);
const DROPS = query(WrittenRow)`
  update journal_encounter t set item_ids = n.item_ids
  from jsonb_to_recordset($1::jsonb) as n(id int, item_ids int[])
  where t.id = n.id and t.item_ids is distinct from n.item_ids
  returning t.id, false as added`;
/** The journal names items in all languages, so that the document of each need not be read for its name. */
const ITEMS = statement`
  insert into item as t (game_version, id, names)
  select 'retail', id, names from jsonb_to_recordset($1::jsonb) as n(id int, names jsonb) order by id
  on conflict (game_version, id) do update set names = excluded.names where t.names is distinct from excluded.names`;
const ENCOUNTERS_GONE = rowsNotListed('journal_encounter', 'instance_id = any($2)');
const EXPANSIONS_GONE = rowsNotListed('journal_expansion');

const IMAGES = query(WrittenRow)`
  update journal_instance t set image_url = n.image_url, media_last_modified = n.media_last_modified
  from jsonb_to_recordset($1::jsonb) as n(id int, image_url text, media_last_modified text)
  where t.id = n.id and (t.image_url, t.media_last_modified) is distinct from (n.image_url, n.media_last_modified)
  returning t.id, false as added`;

/** An instance may return unchanged, or be listed elsewhere, without a document that says so. */
const PLACES = query(WrittenRow)`
  update journal_instance set listed = id = any($2), expansion_id = case when id = any($2) then $1 else expansion_id end
  where (id = any($2) and (not listed or expansion_id <> $1))
    or (expansion_id = $1 and listed and id <> all($2))
  returning id, false as added`;

const texts = (table: 'journal_expansion' | 'journal_instance' | 'journal_encounter') => query(WrittenRow)`
  insert into ${table}_locale as t (entity_id, locale, name, description)
  select entity_id, locale, name, description
  from jsonb_to_recordset($1::jsonb) as n(entity_id int, locale text, name text, description text)
  on conflict (entity_id, locale) do update set (name, description) = (excluded.name, excluded.description)
  where (t.name, t.description) is distinct from (excluded.name, excluded.description)
  returning new.entity_id as id, false as added`;

const TEXTS = {
  expansion: texts('journal_expansion'),
  instance: texts('journal_instance'),
  encounter: texts('journal_encounter'),
};

export async function applyExpansion(
  sql: Sql,
  fetched: FetchedExpansion,
  locales: readonly Locale[],
): Promise<RowChanges> {
  const { id, document, instanceIds, instances, encounters } = fetched;
  const expansions = [
    ...(await writeRows(sql, EXPANSION, [{ id }])),
    ...(await writeRows(sql, TEXTS.expansion, textRows({ id, name: document.name }, locales))),
  ];
  const changedInstances = instances.flatMap((instance) => instanceRow(instance.document, fetched, locales));
  const instanceTexts = instances.flatMap(({ document: { data } }) => (data ? textRows(data, locales) : []));
  const writtenInstances = [
    ...(await writeRows(sql, INSTANCES, changedInstances)),
    ...(await writeRows(sql, TEXTS.instance, instanceTexts)),
    ...(await writeRows(sql, IMAGES, instances.flatMap(imageRow))),
    ...(await sql.many(PLACES, [id, instanceIds])),
  ];
  const encounterRows = encounters.map(({ id, instanceId, position, document }) => ({
    id,
    instance_id: instanceId,
    position,
    last_modified: document.lastModified,
  }));
  const encounterTexts = encounters.flatMap(({ document: { data } }) => (data ? textRows(data, locales) : []));
  const drops = encounters.flatMap(({ id, document: { data } }) =>
    data ? [{ id, item_ids: [...new Set(data.items.map(({ item }) => item.id))] }] : [],
  );
  const items = new Map(
    encounters
      .flatMap(({ document: { data } }) => data?.items ?? [])
      .flatMap(({ item }) => (item.name === null ? [] : [[item.id, localized(item.name, locales)]])),
  );
  await sql.run(ITEMS, [JSON.stringify([...items].map(([id, names]) => ({ id, names })))]);
  const listedIds = instances.flatMap(({ encounterIds }) => encounterIds);
  const writtenEncounters = [
    ...(await writeRows(sql, ENCOUNTERS, encounterRows)),
    ...(await writeRows(sql, TEXTS.encounter, encounterTexts)),
    ...(await writeRows(sql, DROPS, drops)),
    ...(await sql.many(ENCOUNTERS_GONE, [listedIds, instances.map(({ id }) => id)])),
  ];
  return changesIn(expansions, writtenInstances, writtenEncounters);
}

export async function retireExpansions(sql: Sql, listed: number[]): Promise<RowChanges> {
  return changesIn(await sql.many(EXPANSIONS_GONE, [listed]));
}

const CATEGORIES: Record<string, InstanceCategory> = { DUNGEON: 'dungeon', RAID: 'raid' };

/** Documents of old instances lack a category; the lists of their expansion have it. */
function instanceRow(
  { data, lastModified }: FetchedInstance['document'],
  { id: expansionId, document: { dungeons } }: FetchedExpansion,
  locales: readonly Locale[],
) {
  if (!data) return [];
  const { id, category, minimum_level, order_index, modes } = data;
  const listedAs = dungeons.some((dungeon) => dungeon.id === id) ? 'dungeon' : 'raid';
  return [
    {
      id,
      expansion_id: expansionId,
      category: CATEGORIES[category?.type ?? ''] ?? listedAs,
      minimum_level,
      order_index,
      difficulties: modes
        .filter(({ is_tracked }) => is_tracked !== false)
        .map(({ mode }) => ({ type: mode.type, names: localized(mode.name, locales) })),
      last_modified: lastModified,
    },
  ];
}

function imageRow({ id, media }: FetchedInstance) {
  if (!media?.data) return [];
  const { assets } = media.data;
  const image = assets.find(({ key }) => key === 'tile') ?? assets[0];
  return [{ id, image_url: image?.value ?? null, media_last_modified: media.lastModified }];
}
