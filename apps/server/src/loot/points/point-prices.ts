/** Prices that a guild gives items by hand. */
import type { PointPricesInput, PointPricesView, PutPointPricesInput } from '@guildhall/contracts/points.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { asOneReward } from '@guildhall/guild-tools/loot-award.ts';
import type { Actor } from '../../core/actor.ts';
import { object, query, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { ItemColumns, itemRef, wantItems } from '../../reference/game-data/items.ts';
import { lockPool, publishPoints, seenPool } from './point.access.ts';

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

/** Replaces all prices by hand. Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export async function putPrices(ctx: AppContext, actor: Actor, { id, prices }: PutPointPricesInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const pool = await lockPool(tx, actor, id);
    const named = asOneReward(prices);
    const rows = JSON.stringify(named);
    await tx.sql.run(NO_LONGER, [id, rows]);
    await tx.sql.run(STORE, [id, rows]);
    const { gameVersion } = await tx.sql.one(GAME, [pool.organization.id]);
    await wantItems(
      tx,
      gameVersion ?? 'retail',
      named.map(({ itemId }) => itemId),
    );
    publishPoints(tx, pool);
  });
}
