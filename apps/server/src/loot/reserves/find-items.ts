import type { FindItemsInput, FoundItemsView } from '@guildhall/contracts/reserve.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { organizationAccess } from '../../membership/rights/organization.access.ts';
import { ItemColumns, itemName } from '../../reference/game-data/items.ts';
import { gameVersionOf } from './reserves.queries.ts';

/** `$3` is part of a name, and `$4` an id or null. */
const FIND = query(ItemColumns)`
  select i.id, ${itemName('i', 'i.id', '$2')} as name, i.quality, i.slot from item i
  where i.game_version = $1 and (i.id = $4 or strpos(i.search_key, (select search_key($3))) > 0)
  order by i.id = $4 desc, length(${itemName('i', 'i.id', '$2')}), i.id limit 25`;

/** Throws NOT_FOUND, and FORBIDDEN for an outsider. */
export async function findItems({ sql }: AppContext, actor: Actor, input: FindItemsInput): Promise<FoundItemsView> {
  const { organizationId, isMember } = await organizationAccess(sql, actor, input.id);
  if (!isMember && !actor.isAdmin) throw forbidden('Only members of this organization look for items here.');
  const sought = input.q.trim();
  const id = /^\d{1,9}$/.test(sought) ? Number(sought) : null;
  const items = await sql.many(FIND, [await gameVersionOf(sql, organizationId), input.locale, sought, id]);
  const isKnown = id === null || id === 0 || items.some((item) => item.id === id);
  return { items: isKnown ? items : [{ id, name: `Item ${id}`, quality: null, slot: null }, ...items] };
}
