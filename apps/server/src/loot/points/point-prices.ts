/** Prices that a guild gives items by hand. */
import {
  type ChangePointPriceInput,
  MAX_PRICES,
  type PointPricesInput,
  type PointPricesView,
  type PutPointPricesInput,
} from '@guildhall/contracts/points.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { asOneReward } from '@guildhall/guild-tools/loot-award.ts';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import { object, query, statement, text } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { ItemColumns, itemRef, wantItems } from '../../reference/game-data/items.ts';
import { lockPool, publishPoints, seenPool } from './point.access.ts';
import type { PointPool } from './point-pool.entity.ts';

const PRICES = query({ item: object(ItemColumns), price: 'float!' })`
  select ${itemRef('i', 'c.item_id', '$2')} as item, c.price::float8 as price
  from point_price c join point_pool p on p.id = c.pool_id join organization o on o.id = p.organization_id
  left join item i on i.game_version = coalesce(o.game_version, 'retail') and i.id = c.item_id
  where c.pool_id = $1 order by c.item_id`;

/** Throws NOT_FOUND, FORBIDDEN. */
export async function listPrices({ sql }: AppContext, actor: Actor, input: PointPricesInput): Promise<PointPricesView> {
  await seenPool(sql, actor, input.id);
  return { prices: await sql.many(PRICES, [input.id, input.locale]) };
}

const GAME = query({ gameVersion: text(GameVersion.options).orNull })`
  select game_version as "gameVersion" from organization where id = $1`;
const NO_LONGER = statement`
  delete from point_price p where pool_id = $1 and p.item_id not in (
    select "itemId" from jsonb_to_recordset($2::jsonb) as n("itemId" int))`;
const STORE = statement`
  insert into point_price as p (pool_id, item_id, price)
  select $1, "itemId", price from jsonb_to_recordset($2::jsonb) as n("itemId" int, price bigint)
  on conflict (pool_id, item_id) do update set price = excluded.price where p.price <> excluded.price`;

const refuseTooMany = createCap({
  of: 'point_price where pool_id = $1',
  most: MAX_PRICES,
  reason: 'too_many_point_prices',
  message: `A pool has at most ${MAX_PRICES} prices by hand. Remove one first.`,
});
const KNOWN = query({ itemId: 'int' })`
  select item_id as "itemId" from point_price where pool_id = $1 and item_id = $2`;

/** Keeps one price of a locked pool, beside the others. Throws CONFLICT for too many. */
export async function rememberPrice(tx: UnitOfWork, pool: PointPool, price: PutPointPricesInput['prices'][number]) {
  const rows = asOneReward([price]);
  const [only] = rows;
  if (only && !(await tx.sql.maybe(KNOWN, [pool.id, only.itemId]))) await refuseTooMany(tx.sql, pool.id);
  await store(tx, pool, rows);
}

const REMOVE = statement`delete from point_price where pool_id = $1 and item_id = $2`;

/** Changes or removes one price, and leaves the others. Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export async function changePrice(ctx: AppContext, actor: Actor, input: ChangePointPriceInput): Promise<void> {
  const { id, itemId, price } = input;
  await ctx.transact(async (tx) => {
    const pool = await lockPool(tx, actor, id);
    if (price === null) await tx.sql.run(REMOVE, [id, itemId]);
    else await rememberPrice(tx, pool, { itemId, price });
    publishPoints(tx, pool);
  });
}

async function store(tx: UnitOfWork, pool: PointPool, prices: PutPointPricesInput['prices']): Promise<void> {
  await tx.sql.run(STORE, [pool.id, JSON.stringify(prices)]);
  const { gameVersion } = await tx.sql.one(GAME, [pool.organization.id]);
  await wantItems(
    tx,
    gameVersion ?? 'retail',
    prices.map(({ itemId }) => itemId),
  );
}

/** Replaces all prices by hand. Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export async function putPrices(ctx: AppContext, actor: Actor, { id, prices }: PutPointPricesInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const pool = await lockPool(tx, actor, id);
    const named = asOneReward(prices);
    await tx.sql.run(NO_LONGER, [id, JSON.stringify(named)]);
    await store(tx, pool, named);
    publishPoints(tx, pool);
  });
}
