/** A raider names items in an order of their own. */
import type { BecomeRaiderInput, PutWishesInput } from '@guildhall/contracts/wish.ts';
import { asOneReward } from '@guildhall/guild-tools/loot-award.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockPerson } from '../../identity/people/lock-person.ts';
import { organizationAccess, refuseArchived } from '../../membership/rights/organization.access.ts';
import { raiderOf } from '../../raiders/raider.access.ts';
import { wantItems } from '../../reference/game-data/items.ts';
import { lockedWisher, publishWishes } from './wish.access.ts';
import { readWishes } from './wishes.queries.ts';

const NO_LONGER = statement`
  delete from wish w where raider_id = $1 and not exists (
    select from jsonb_to_recordset($2::jsonb) as n("itemId" int, track text)
    where n."itemId" = w.item_id and n.track = w.track)`;
const STORE = statement`
  insert into wish as w (raider_id, item_id, track, rank, comment)
  select $1, "itemId", track, rank, comment
  from jsonb_to_recordset($2::jsonb) as n("itemId" int, track text, rank smallint, comment text)
  on conflict (raider_id, item_id, track) do update set rank = excluded.rank, comment = excluded.comment
  where (w.rank, w.comment) is distinct from (excluded.rank, excluded.comment)`;

/** Gains of sims stay. Throws what `lockedWisher` throws. */
export async function putWishes(ctx: AppContext, actor: Actor, { id, wishes }: PutWishesInput) {
  const changed = await ctx.transact(async (tx) => {
    const wisher = await lockedWisher(tx, actor, id);
    // Awards fulfil wishes by this number.
    const named = asOneReward(wishes, ({ itemId, track }) => `${itemId} ${track}`);
    const rows = JSON.stringify(named.map((wish, place) => ({ comment: null, ...wish, rank: place + 1 })));
    await tx.sql.run(NO_LONGER, [id, rows]);
    await tx.sql.run(STORE, [id, rows]);
    await wantItems(
      tx,
      wisher.gameVersion,
      named.map(({ itemId }) => itemId),
    );
    publishWishes(tx, wisher);
    return wisher;
  });
  return readWishes(ctx, changed, 'en_US');
}

/** The caller's raider, who appears with this. Throws NOT_FOUND, FORBIDDEN for an outsider, CONFLICT. */
export function becomeRaider(ctx: AppContext, actor: Actor, { id }: BecomeRaiderInput): Promise<{ id: string }> {
  return ctx.transact(async ({ sql }) => {
    const access = await organizationAccess(sql, actor, id);
    if (!access.isMember) throw forbidden('Only members of this organization have wishes here.');
    refuseArchived(access);
    await lockPerson(sql, actor.userId);
    return { id: await raiderOf(sql, access.organizationId, actor.userId) };
  });
}
