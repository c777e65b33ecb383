/**
 * Items of the game. The journal names what bosses drop; all else of an item is read when something refers to it: once, even
 * where the platform has no such item.
 */
import { type EncounterItemsInput, ItemQuality, type ItemRef, ItemSlot } from '@guildhall/contracts/item.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { columns, query, text } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { cachedGameData } from './game-data-cache.ts';
import { readItemsJob } from './reference.jobs.ts';

/**
 * Returns only those that were not wanted before. Others, which most are, are not locked; the order keeps two transactions
 * from waiting for each other.
 */
const WANT = query({ id: 'int' })`
  insert into item as t (game_version, id, wanted_at)
  select $1, n.id, now() from (select distinct unnest($2::int[]) as id) n
  where not exists (select from item k where k.game_version = $1 and k.id = n.id and k.wanted_at is not null)
  order by n.id
  on conflict (game_version, id) do update set wanted_at = now() where t.wanted_at is null
  returning id`;

/** Makes the items known, and has what is not known of them read soon. */
export async function wantItems(
  { sql, enqueue }: Pick<UnitOfWork, 'sql' | 'enqueue'>,
  gameVersion: GameVersion,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const wanted = await sql.many(WANT, [gameVersion, ids]);
  if (wanted.length > 0) await enqueue(readItemsJob, {});
}

/** Raids of the latest expansion that has one: what guilds play. */
const LATEST_DROPS = query({ ids: 'int[]' })`
  select coalesce(array_agg(distinct item_id order by item_id), '{}') as ids
  from journal_encounter e join journal_instance i on i.id = e.instance_id
  cross join unnest(e.item_ids) item_id
  where e.listed and i.listed and i.category = 'raid' and i.expansion_id = (
    select max(expansion_id) from journal_instance where listed and category = 'raid')`;

export async function wantLatestDrops(tx: Pick<UnitOfWork, 'sql' | 'enqueue'>): Promise<void> {
  const { ids } = await tx.sql.one(LATEST_DROPS);
  await wantItems(tx, 'retail', ids);
}

/**
 * Needs an item `alias` in scope, which an outer join may have left empty, its id, the language, and a name that another source
 * gave it, as SQL.
 */
export const itemName = (alias: string, id: string, locale: string, given = 'null') =>
  `coalesce(${alias}.names ->> ${locale}, ${alias}.names ->> 'en_US', ${given}, 'Item ' || ${id})`;

/** An item as clients see it, as JSON. */
export const itemRef = (alias: string, id: string, locale: string, given?: string) => `jsonb_build_object('id', ${id},
  'name', ${itemName(alias, id, locale, given)}, 'quality', ${alias}.quality, 'slot', ${alias}.slot)`;

export const ItemColumns = columns({
  id: 'int',
  name: 'text',
  quality: text(ItemQuality.options).orNull,
  slot: text(ItemSlot.options).orNull,
});

const ENCOUNTER_IDS = query({ ids: 'int[]' })`select coalesce(array_agg(id), '{}') as ids from journal_encounter`;
const DROPS = query(ItemColumns)`
  select d.id, ${itemName('t', 'd.id', '$2')} as name, t.quality, t.slot
  from journal_encounter e cross join unnest(e.item_ids) with ordinality d(id, place)
  left join item t on t.game_version = 'retail' and t.id = d.id
  where e.id = $1 order by d.place`;

/** The drops of a boss, in the order of the journal. Throws NOT_FOUND. */
export async function listEncounterItems(ctx: AppContext, { encounterId, locale }: EncounterItemsInput) {
  // Unknown numbers then neither fill the cache nor reach the database.
  const known = await cachedGameData(ctx, 'encounter-ids', async () => (await ctx.sql.one(ENCOUNTER_IDS)).ids);
  if (!known.data.includes(encounterId)) {
    throw notFound('journal_encounter_not_found', 'The journal has no such boss. See `GET /game-data/encounters`.');
  }
  return cachedGameData<ItemRef[]>(ctx, `items:${encounterId}:${locale}`, () =>
    ctx.sql.many(DROPS, [encounterId, locale]),
  );
}
