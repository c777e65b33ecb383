/** Items that raiders want, boss by boss. */
import { MOST_WANTED_ITEMS, type WantedItemsInput, type WantedItemsView } from '@guildhall/contracts/candidate.ts';
import { LOOT_TRACKS } from '@guildhall/contracts/loot-meaning.ts';
import { WishTrack } from '@guildhall/contracts/wish.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, object, objects, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { ItemColumns, itemName, itemRef } from '../../reference/game-data/items.ts';
import { type Boss, bossRef } from '../wishes/boss-ref.ts';
import { type SeenCouncil, seenCouncil } from './council.access.ts';
import { wanted } from './wanted.ts';

/** `$4` are the tracks at which items drop. A wish for any is one at each of them. */
const ITEMS = query({
  item: object(ItemColumns),
  boss: json<Boss>().orNull,
  wanted: objects({ track: text(WishTrack.options), raiders: 'int' }),
  raiders: 'int',
})`
  ${wanted('g.differs and g.percent > 0')}, want as materialized (
    select w.raider_id, w.item_id as drop_id, t.track from wished w join unnest($4::text[]) t(track) on w.track in (t.track, 'any')
    union
    select raider_id, drop_id, track from gained
  ),
  counted as (
    select drop_id, track, count(*)::int as raiders from want group by 1, 2
  ),
  listed as (
    select drop_id, jsonb_agg(jsonb_build_object('track', track, 'raiders', raiders) order by raiders desc, track) as wanted,
      max(raiders) as most
    from counted group by 1 order by most desc, drop_id limit ${MOST_WANTED_ITEMS}
  ),
  dropped as (
    select distinct on (d.item_id) d.item_id, e.id, e.instance_id, e.position
    from organization o join journal_encounter e on coalesce(o.game_version, 'retail') = 'retail' and e.listed cross join unnest(e.item_ids) d(item_id)
    where o.id = $1 and d.item_id in (select drop_id from listed)
    order by d.item_id, e.instance_id desc, e.id
  ),
  simulated as (
    select distinct on (drop_id) drop_id, encounter_id, instance_id from gained where encounter_id > 0
    order by drop_id, instance_id desc, encounter_id
  )
  select ${itemRef('i', 'l.drop_id', '$3')} as item, l.wanted, (select count(distinct raider_id)::int from want) as raiders,
    ${bossRef('coalesce(d.id, s.encounter_id)', 'coalesce(d.instance_id, s.instance_id)', '$3')} as boss
  from listed l join organization o on o.id = $1
  left join item i on i.game_version = coalesce(o.game_version, 'retail') and i.id = l.drop_id
  left join dropped d on d.item_id = l.drop_id
  left join simulated s on s.drop_id = l.drop_id
  order by coalesce(d.instance_id, s.instance_id) desc nulls last, d.position, coalesce(d.id, s.encounter_id), l.most desc,
    ${byName(itemName('i', 'l.drop_id', '$3'))}, l.drop_id`;

/** Throws NOT_FOUND, and FORBIDDEN for those who do not see the wishes of others. */
export async function listWantedItems(
  ctx: AppContext,
  actor: Actor,
  { id, teamId, locale }: WantedItemsInput,
): Promise<WantedItemsView> {
  return wantedItemsFor(ctx.sql, await seenCouncil(ctx.sql, actor, id), { teamId, locale });
}

/** For a caller who sees them. */
export async function wantedItemsFor(
  sql: Sql,
  { organizationId, gameVersion }: SeenCouncil,
  { teamId, locale }: Pick<WantedItemsInput, 'teamId' | 'locale'>,
): Promise<WantedItemsView> {
  // In Classic an id can say it all; in retail no item drops without a track.
  const tracks = gameVersion === 'retail' ? LOOT_TRACKS : WishTrack.options;
  const rows = await sql.many(ITEMS, [organizationId, teamId ?? null, locale, tracks]);
  return { items: rows.map(({ raiders: _raiders, ...row }) => row), raiders: rows[0]?.raiders ?? 0 };
}
