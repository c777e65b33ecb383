import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { client, queryClient } from '../../api/client.ts';
import { typedUnits } from './amounts.ts';
import { pricesQuery } from './points.queries.ts';

type Priced = { itemId: string; price: string };

/** Keeps the price of an item beside the others that officers gave by hand. */
export async function rememberPrice(pool: PointPoolView, { itemId, price }: Priced): Promise<void> {
  const { prices } = await queryClient.fetchQuery(pricesQuery(pool));
  const others = prices
    .map(({ item, price: before }) => ({ itemId: item.id, price: before }))
    .filter((one) => one.itemId !== Number(itemId));
  await client.points.putPrices.mutate({
    id: pool.id,
    prices: [...others, { itemId: Number(itemId), price: typedUnits(price, pool) }],
  });
}
