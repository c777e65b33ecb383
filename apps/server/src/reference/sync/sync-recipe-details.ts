/** Fetches what each recipe makes: thousands of requests, new recipes first. Each is repeated after half a year. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Recipe } from '@guildhall/battlenet/schemas/profession.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { query } from '../../core/db/statement.ts';
import { createOutageWatch, isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { localized } from '../game-data/localized.ts';
import type { CatalogueRun } from './catalogue-run.ts';
import { WrittenRow, writeRows } from './write-rows.ts';

const BATCH = 100;
/** Few, so that requests people wait for are hardly delayed. */
const LANES = 4;

/** Ids ascend within one run, so that a failed one is not retried before the next. */
const DUE = `(details_fetched_at is null or details_fetched_at < now() - interval '180 days')`;
const NEXT = query({ id: 'int' })`select id from recipe where id > $1 and ${DUE} order by id limit ${BATCH}`;
const ALL = query({ recipes: 'int' })`select count(*)::int as recipes from recipe where ${DUE}`;

const STORE = query(WrittenRow)`
  update recipe t set crafted_item_id = n.crafted_item_id, horde_crafted_item_id = n.horde_crafted_item_id,
    crafted_item_names = n.crafted_item_names, details_fetched_at = now()
  from jsonb_to_recordset($1::jsonb)
    as n(id int, crafted_item_id int, horde_crafted_item_id int, crafted_item_names jsonb)
  where t.id = n.id returning t.id, false as added`;

export async function syncRecipeDetails(ctx: AppContext, run: CatalogueRun): Promise<void> {
  const all = await ctx.sql.one(ALL);
  await run.expect(all.recipes);
  const outage = createOutageWatch();
  for (let position = 0; ; ) {
    const next = await ctx.sql.many(NEXT, [position]);
    const last = next.at(-1);
    if (!last) return;
    const fetched = await mapConcurrently(next, LANES, async ({ id }) => {
      const row = await fetchDetails(ctx, id, run.signal);
      if (row instanceof BattlenetError) outage.failed(row);
      else outage.answered();
      return row;
    });
    const rows = fetched.filter((row) => !(row instanceof BattlenetError));
    await run.store({ things: next.length, failed: next.length - rows.length }, async (sql) => [
      await writeRows(sql, STORE, rows),
    ]);
    position = last.id;
  }
}

async function fetchDetails(ctx: AppContext, id: number, signal: AbortSignal | undefined) {
  try {
    const { data } = await ctx.battlenet.recipe({ region: ctx.config.battlenet.region, signal }, id);
    return { id, ...craftedBy(data, ctx) };
  } catch (error) {
    if (!(error instanceof BattlenetError) || error.kind === 'rate_limited') throw error;
    // A recipe that is named but hidden makes nothing that we could name.
    return isAbsence(error) ? { id } : error;
  }
}

function craftedBy({ crafted_item, alliance_crafted_item, horde_crafted_item }: Recipe, { config }: AppContext) {
  const item = crafted_item ?? alliance_crafted_item ?? horde_crafted_item;
  return {
    crafted_item_id: item?.id ?? null,
    horde_crafted_item_id: horde_crafted_item?.id ?? null,
    crafted_item_names: item && localized(item.name, config.locales),
  };
}
