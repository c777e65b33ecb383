/** The wishes of a raider: by hand and by sims, and whether what was simulated still holds. */
import { ItemSlot } from '@guildhall/contracts/item.ts';
import { LootTrack } from '@guildhall/contracts/loot-track.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import {
  type MyWishesInput,
  type SimReportView,
  type StaleReason,
  type WishesInput,
  type WishesView,
  WishTrack,
  type WishView,
} from '@guildhall/contracts/wish.ts';
import type { EquipmentDocument } from '../../armory/enrichment/documents/equipment.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { json, jsonInstant, object, query, type RowOf, text } from '../../core/db/statement.ts';
import { forbidden, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { IS_WITHHELD, SEES_RAIDER } from '../../membership/characters/sharing.ts';
import { organizationAccess } from '../../membership/rights/organization.access.ts';
import { ItemColumns, itemRef } from '../../reference/game-data/items.ts';
import { classRef } from '../../reference/game-data/playable.ts';
import { type Boss, bossRef } from './boss-ref.ts';
import { differingSlots, slotOf } from './differing-slots.ts';
import { reportPresenter, SIM_REPORTS, SimReportColumns } from './sim-reports.ts';
import { readSeenBy, seenWisher, type Wisher } from './wish.access.ts';

const GAINS = query({
  reportId: 'uuid',
  item: object(ItemColumns),
  catalystOf: object(ItemColumns).orNull,
  boss: json<Boss>().orNull,
  track: text(LootTrack.options),
  itemLevel: 'int',
  slot: text(ItemSlot.options).orNull,
  percent: 'float',
  absolute: 'float',
  differs: 'bool',
})`
  select g.report_id as "reportId", ${itemRef('i', 'g.item_id', '$2')} as item,
    case when g.catalyst_of > 0 then ${itemRef('c', 'g.catalyst_of', '$2')} end as "catalystOf",
    ${bossRef('g.encounter_id', 'g.instance_id', '$2')} as boss, g.track, g.item_level as "itemLevel",
    coalesce(g.slot, i.slot) as slot, g.percent, g.absolute, g.differs
  from sim_gain g join sim_report r on r.id = g.report_id
  left join item i on i.game_version = 'retail' and i.id = g.item_id
  left join item c on c.game_version = 'retail' and c.id = g.catalyst_of
  where r.raider_id = $1
  order by g.percent desc, g.item_id, g.encounter_id, g.track, g.item_level, g.catalyst_of, g.report_id`;

const BY_HAND = query({
  item: object(ItemColumns),
  track: text(WishTrack.options),
  rank: 'int',
  comment: 'text?',
  boss: json<Boss>().orNull,
})`
  select ${itemRef('i', 'w.item_id', '$2')} as item, w.track, w.rank, w.comment, b.boss
  from wish w left join item i on i.game_version = $3 and i.id = w.item_id
  left join lateral (
    select ${bossRef('e.id', 'e.instance_id', '$2')} as boss from journal_encounter e
    where $3 = 'retail' and e.listed and e.item_ids @> array[w.item_id] order by e.instance_id desc, e.id limit 1) b on true
  where w.raider_id = $1 order by w.rank, w.item_id, w.track`;

/** Awards that count, the first one first: a raider whom another has taken in stands for that one. */
const AWARDS = query({
  itemId: 'int',
  track: text(LootTrack.options).orNull,
  receivedAt: 'instant',
  event: object({ id: 'uuid', title: 'text', startsAt: 'instant' }).orNull,
})`
  select a.item_id as "itemId", a.track, a.received_at as "receivedAt",
    case when e.id is not null then jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', ${jsonInstant('e.starts_at')}) end as event
  from raider own join loot_award a on a.raider_id = own.id
  join loot_response s on s.organization_id = a.organization_id and s.key = a.response_key and s.counts
  left join event e on e.id = a.event_id and e.status in ('published', 'completed')
  where (own.id = $1 or own.merged_into_id = $1) and a.holds and not a.withdrawn
  order by a.received_at, a.award_id`;
type Award = RowOf<typeof AWARDS>;

const REPORTS = query(
  SimReportColumns,
)`${SIM_REPORTS} where r.raider_id = $1 order by coalesce(r.simulated_at, r.read_at) desc, r.id desc`;

/** With the gear as far as `$4` sees it. */
const FAMILY = query({
  characterId: 'uuid?',
  name: 'text',
  realm: 'text',
  class: json<{ id: number; name: string }>().orNull,
  main: 'bool',
  equipment: json<EquipmentDocument>().orNull,
  readAt: 'instant?',
})`
  select f.character_id as "characterId", f.name, f.realm,
    case when f.class_id is not null then ${classRef('f.class_id', '$3')} end as class, f.is_main as main,
    coalesce(own.data, seen.data) as equipment, coalesce(own.fetched_at, seen.fetched_at) as "readAt"
  from raider_family f join raider r on r.id = f.raider_id
  left join character_section own on own.character_id = f.character_id and own.section = 'equipment'
    and ${SEES_RAIDER('r.user_id', '$4')}
  left join roster_section seen on seen.roster_entry_id = f.roster_entry_id and seen.section = 'equipment' and own.data is null
    and not ${IS_WITHHELD('f.roster_entry_id', '$4')}
  where f.organization_id = $1 and f.raider_id = $2
  order by f.is_main desc, ${byName('f.name')}, f.realm, f.character_id, f.roster_entry_id`;

/** Throws NOT_FOUND, FORBIDDEN. */
export async function getWishes(ctx: AppContext, actor: Actor, { id, locale }: WishesInput): Promise<WishesView> {
  return readWishes(ctx, await seenWisher(ctx.sql, actor, id), locale);
}

const OWN = query({ id: 'uuid' })`select id from raider where organization_id = $1 and user_id = $2`;

/** Throws NOT_FOUND, and FORBIDDEN for an outsider. */
export async function getMyWishes(ctx: AppContext, actor: Actor, { id, locale }: MyWishesInput): Promise<WishesView> {
  const access = await organizationAccess(ctx.sql, actor, id);
  const { organizationId } = access;
  if (!access.isMember && !actor.isAdmin) throw forbidden('Only members of this organization have wishes here.');
  const own = access.isMember ? await ctx.sql.maybe(OWN, [organizationId, actor.userId]) : null;
  if (own) return readWishes(ctx, await seenWisher(ctx.sql, actor, own.id), locale);
  const seenBy = await readSeenBy(ctx.sql, organizationId);
  return {
    ...{ raider: null, organizationId, mine: true, mayChange: access.isMember, seenBy },
    ...{ characters: [], named: [], wishes: [], reports: [], gearReadAt: null },
  };
}

export async function readWishes(ctx: AppContext, wisher: Wisher, locale: Locale): Promise<WishesView> {
  const { sql } = ctx;
  const { id, raider, userId, organizationId, mine, mayChange, seenBy, gameVersion } = wisher;
  const [gains, byHand, awards, rows, family, present] = await Promise.all([
    sql.many(GAINS, [id, locale]),
    sql.many(BY_HAND, [id, locale, gameVersion]),
    sql.many(AWARDS, [id]),
    sql.many(REPORTS, [id]),
    sql.many(FAMILY, [organizationId, id, locale, mine ? userId : null]),
    reportPresenter(ctx, locale),
  ]);
  const reports = new Map(rows.map((row) => [row.id, present(row, family)]));
  const wornBy = new Map(rows.map((row) => [row.id, differingSlots(row, family)]));
  const named = Map.groupBy(byHand, ({ item }) => item.id);
  const won = Map.groupBy(awards, ({ itemId }) => itemId);
  const simulated = gains.flatMap((gain): WishView[] => {
    const report = reports.get(gain.reportId);
    if (!report) return [];
    const wish = named.get(gain.item.id)?.find(({ track }) => track === gain.track || track === 'any');
    const differing = wornBy.get(gain.reportId) ?? [];
    const isWorn = gain.slot !== null && differing.some((slot) => slotOf(slot) === gain.slot);
    const { source, spec, character, simulatedAt } = report;
    return [
      {
        ...gain,
        ...{ rank: wish?.rank ?? null, comment: wish?.comment ?? null, source, spec, character, simulatedAt },
        stale: [...report.stale, ...(isWorn ? (['slot'] as const) : [])],
        fulfilled: fulfilling(won, gain),
      },
    ];
  });
  const gained = Map.groupBy(simulated, ({ item }) => item.id);
  const alone = byHand
    .filter(({ item, track }) => !gained.get(item.id)?.some((gain) => track === gain.track || track === 'any'))
    .map(
      (wish): WishView => ({
        ...{ ...wish, ...NOT_SIMULATED, slot: wish.item.slot },
        fulfilled: fulfilling(won, { ...wish, catalystOf: null }),
      }),
    );
  return {
    ...{ raider, organizationId, mine, mayChange, seenBy },
    characters: family.map(({ equipment: _equipment, readAt: _readAt, ...character }) => character),
    named: byHand.map(({ item, track, comment }) => ({ itemId: item.id, track, comment })),
    wishes: [...alone, ...simulated].toSorted(byRank),
    reports: [...reports.values()],
    gearReadAt:
      family
        .flatMap(({ readAt }) => readAt ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}

const NOT_SIMULATED = {
  ...{ source: 'hand', spec: null, character: null, itemLevel: null, catalystOf: null, percent: null, absolute: null },
  ...{ differs: null, simulatedAt: null, reportId: null, stale: [] },
} as const satisfies Partial<Omit<WishView, 'stale'>> & { stale: readonly StaleReason[] };

/** The award that fulfils a wish for a drop. One of an unknown track fulfils only a wish for any. */
function fulfilling(
  won: ReadonlyMap<number, Award[]>,
  { item, catalystOf, track }: Pick<WishView, 'item' | 'catalystOf' | 'track'>,
): WishView['fulfilled'] {
  const lowest = track === 'any' ? -1 : LootTrack.options.indexOf(track);
  const award = [item.id, catalystOf?.id ?? 0]
    .flatMap((id) => won.get(id) ?? [])
    .find((one) => (one.track === null ? -1 : LootTrack.options.indexOf(one.track)) >= lowest);
  return award ? { receivedAt: award.receivedAt, track: award.track, event: award.event } : null;
}

const LAST = Number.MAX_SAFE_INTEGER;
/** Fulfilled wishes last, else own order first; of one rank and without one the higher gain first. */
const byRank = (one: WishView, other: WishView) =>
  Number(one.fulfilled !== null) - Number(other.fulfilled !== null) ||
  (one.rank ?? LAST) - (other.rank ?? LAST) ||
  (other.percent ?? -LAST) - (one.percent ?? -LAST);

/** One report as its raider sees it. */
export async function readReport(ctx: AppContext, wisher: Wisher, reportId: string): Promise<SimReportView> {
  const { reports } = await readWishes(ctx, wisher, 'en_US');
  const report = reports.find(({ id }) => id === reportId);
  if (!report) throw notFound('sim_not_found', 'The sim was removed or replaced meanwhile.');
  return report;
}
