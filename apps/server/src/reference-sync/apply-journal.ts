/** Writes one expansion of the journal as a whole, in the caller's transaction; unchanged rows are not written. */

import type { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { type TextRow, textRows } from '../reference/localized.ts';
import { type Changes, changesIn, Written } from './count-changes.ts';
import type { FetchedExpansion, FetchedInstance } from './fetch-journal.ts';

/** Rows come as one JSON parameter. Each statement returns what it wrote, and whether that is new. */
const EXPANSION = query(Written)`
  insert into journal_expansion as t (id) values ($1)
  on conflict (id) do update set listed = true where not t.listed
  returning new.id, old.id is null as added`;

const INSTANCES = query(Written)`
  insert into journal_instance as t (id, expansion_id, category, minimum_level, order_index, last_modified)
  select id, $2, category, minimum_level, order_index, last_modified
  from jsonb_to_recordset($1::jsonb) as n(id int, category text, minimum_level smallint, order_index smallint, last_modified text)
  on conflict (id) do update set (expansion_id, category, minimum_level, order_index, last_modified, listed) =
    (excluded.expansion_id, excluded.category, excluded.minimum_level, excluded.order_index, excluded.last_modified, true)
  where (t.expansion_id, t.category, t.minimum_level, t.order_index, t.last_modified, t.listed) is distinct from
    (excluded.expansion_id, excluded.category, excluded.minimum_level, excluded.order_index, excluded.last_modified, true)
  returning new.id, old.id is null as added`;

const IMAGES = query(Written)`
  update journal_instance t set image_url = n.image_url, media_last_modified = n.media_last_modified
  from jsonb_to_recordset($1::jsonb) as n(id int, image_url text, media_last_modified text)
  where t.id = n.id and (t.image_url, t.media_last_modified) is distinct from (n.image_url, n.media_last_modified)
  returning t.id, false as added`;

/** An instance may return unchanged, or be listed elsewhere, without a document that says so. */
const PLACES = query(Written)`
  update journal_instance set listed = id = any($2), expansion_id = case when id = any($2) then $1 else expansion_id end
  where (id = any($2) and (not listed or expansion_id <> $1))
    or (expansion_id = $1 and listed and id <> all($2))
  returning id, false as added`;

const ENCOUNTERS = query(Written)`
  insert into journal_encounter as t (id, instance_id, position, last_modified)
  select id, instance_id, position, last_modified
  from jsonb_to_recordset($1::jsonb) as n(id int, instance_id int, position smallint, last_modified text)
  on conflict (id) do update set (instance_id, position, last_modified, listed) =
    (excluded.instance_id, excluded.position, excluded.last_modified, true)
  where (t.instance_id, t.position, t.last_modified, t.listed) is distinct from
    (excluded.instance_id, excluded.position, excluded.last_modified, true)
  returning new.id, old.id is null as added`;

const ENCOUNTERS_GONE = query(Written)`
  update journal_encounter set listed = false where instance_id = any($1) and listed and id <> all($2)
  returning id, false as added`;

const texts = (table: 'journal_expansion' | 'journal_instance' | 'journal_encounter') => query(Written)`
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

const EXPANSIONS_GONE = query(Written)`
  update journal_expansion set listed = false where listed and id <> all($1) returning id, false as added`;

export async function applyExpansion(
  sql: Sql,
  fetched: FetchedExpansion,
  locales: readonly Locale[],
): Promise<Changes> {
  const { id, document, instanceIds, instances, encounters } = fetched;
  const rowsOf = (upsert: typeof INSTANCES, rows: object[], ...rest: unknown[]) =>
    rows.length > 0 ? sql.many(upsert, [JSON.stringify(rows), ...rest]) : [];

  const expansions = [
    ...(await sql.many(EXPANSION, [id])),
    ...(await rowsOf(TEXTS.expansion, textRows({ id, name: document.name }, locales))),
  ];
  const changedInstances = instances.flatMap((instance) => instanceRow(instance.document, document));
  const instanceTexts = instances.flatMap(({ document: { data } }) => (data ? textRows(data, locales) : []));
  const writtenInstances = [
    ...(await rowsOf(INSTANCES, changedInstances, id)),
    ...(await rowsOf(TEXTS.instance, instanceTexts)),
    ...(await rowsOf(IMAGES, instances.flatMap(imageRow))),
    ...(await sql.many(PLACES, [id, instanceIds])),
  ];
  const encounterRows = encounters.map(({ id, instanceId, position, document }) => ({
    id,
    instance_id: instanceId,
    position,
    last_modified: document.lastModified,
  }));
  const encounterTexts: TextRow[] = encounters.flatMap(({ document: { data } }) =>
    data ? textRows(data, locales) : [],
  );
  const listedIds = instances.flatMap(({ encounterIds }) => encounterIds);
  const writtenEncounters = [
    ...(await rowsOf(ENCOUNTERS, encounterRows)),
    ...(await rowsOf(TEXTS.encounter, encounterTexts)),
    ...(await sql.many(ENCOUNTERS_GONE, [instances.map(({ id }) => id), listedIds])),
  ];
  return changesIn(expansions, writtenInstances, writtenEncounters);
}

export async function retireExpansions(sql: Sql, listed: number[]): Promise<Changes> {
  return changesIn(await sql.many(EXPANSIONS_GONE, [listed]));
}

const CATEGORIES: Record<string, InstanceCategory> = { DUNGEON: 'dungeon', RAID: 'raid' };

/** Documents of old instances lack a category; the lists of their expansion have it. */
function instanceRow({ data, lastModified }: FetchedInstance['document'], { dungeons }: FetchedExpansion['document']) {
  if (!data) return [];
  const { id, category, minimum_level, order_index } = data;
  const listedAs = dungeons.some((dungeon) => dungeon.id === id) ? 'dungeon' : 'raid';
  return [
    {
      id,
      category: CATEGORIES[category?.type ?? ''] ?? listedAs,
      minimum_level,
      order_index,
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
