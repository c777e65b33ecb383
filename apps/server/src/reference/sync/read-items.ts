/** The job that reads the items that something refers to: each once, and again after half a year. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Item } from '@guildhall/battlenet/schemas/item.ts';
import { ItemQuality, type ItemSlot } from '@guildhall/contracts/item.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import { createOutageWatch, isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { forgetGameData } from '../game-data/game-data-cache.ts';
import { localized } from '../game-data/localized.ts';

const BATCH = 100;
/** Few, so that requests people wait for are hardly delayed. */
const LANES = 4;

/** The keys ascend within one run, so that a failed one is not retried before the next. */
const NEXT = query({ gameVersion: text(GameVersion.options), id: 'int' })`
  select game_version as "gameVersion", id from item
  where wanted_at is not null and (fetched_at is null or fetched_at < now() - interval '180 days')
    and (game_version, id) > ($1, $2)
  order by game_version, id limit ${BATCH}`;

/** The journal may name what has no document of its own. */
const STORE = statement`
  update item t set names = coalesce(n.names, t.names), quality = n.quality, slot = n.slot, class_id = n."classId",
    subclass_id = n."subclassId", fetched_at = now()
  from jsonb_to_recordset($1::jsonb) as n("gameVersion" text, id int, names jsonb, quality text, slot text,
    "classId" smallint, "subclassId" smallint)
  where t.game_version = n."gameVersion" and t.id = n.id`;

type Wanted = { gameVersion: GameVersion; id: number };

export async function readItems(ctx: AppContext, _payload: object = {}, run?: Pick<JobRun, 'signal'>): Promise<void> {
  const outage = createOutageWatch();
  for (let after: [branch: string, id: number] = ['', 0]; ; ) {
    run?.signal.throwIfAborted();
    const next = await ctx.sql.many(NEXT, after);
    const last = next.at(-1);
    if (!last) return;
    const read = await mapConcurrently(next, LANES, async (wanted) => {
      const row = await readItem(ctx, wanted, run?.signal);
      if (row instanceof BattlenetError) outage.failed(row);
      else outage.answered();
      return row;
    });
    await ctx.sql.run(STORE, [JSON.stringify(read.filter((row) => !(row instanceof BattlenetError)))]);
    forgetGameData(ctx);
    after = [last.gameVersion, last.id];
  }
}

async function readItem(ctx: AppContext, { gameVersion, id }: Wanted, signal: AbortSignal | undefined) {
  const { battlenet, locales } = ctx.config;
  try {
    const { data } = await ctx.battlenet.item({ region: battlenet.region, gameVersion, signal }, id);
    return { gameVersion, id, ...rowOf(data), names: localized(data.name, locales) };
  } catch (error) {
    if (!(error instanceof BattlenetError) || error.kind === 'rate_limited') throw error;
    return isAbsence(error) ? { gameVersion, id } : error;
  }
}

const rowOf = ({ quality, inventory_type, item_class, item_subclass }: Item) => ({
  quality: ItemQuality.options.find((known) => known.toUpperCase() === quality?.type) ?? null,
  slot: inventory_type ? (SLOTS[inventory_type.type] ?? 'other') : null,
  classId: item_class?.id ?? null,
  subclassId: item_subclass?.id ?? null,
});

const SLOTS: Record<string, ItemSlot> = {
  HEAD: 'head',
  NECK: 'neck',
  SHOULDER: 'shoulder',
  CLOAK: 'back',
  CHEST: 'chest',
  ROBE: 'chest',
  WRIST: 'wrist',
  HAND: 'hands',
  WAIST: 'waist',
  LEGS: 'legs',
  FEET: 'feet',
  FINGER: 'finger',
  TRINKET: 'trinket',
  WEAPON: 'weapon',
  TWOHWEAPON: 'weapon',
  WEAPONMAINHAND: 'weapon',
  RANGED: 'weapon',
  RANGEDRIGHT: 'weapon',
  THROWN: 'weapon',
  WEAPONOFFHAND: 'off_hand',
  HOLDABLE: 'off_hand',
  SHIELD: 'off_hand',
};
