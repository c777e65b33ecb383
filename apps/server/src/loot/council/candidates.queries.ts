/** The raiders who want an item at a track, with what a council looks at. */
import {
  type CandidatesInput,
  type CandidatesView,
  type CandidateView,
  MOST_CANDIDATES,
} from '@guildhall/contracts/candidate.ts';
import { ItemSlot } from '@guildhall/contracts/item.ts';
import type { LootSortKey } from '@guildhall/contracts/loot-policy.ts';
import { LootTrack } from '@guildhall/contracts/loot-track.ts';
import { TeamStatus } from '@guildhall/contracts/organization.ts';
import { WishTrack } from '@guildhall/contracts/wish.ts';
import { ofEitherFaction } from '@guildhall/guild-tools/loot-award.ts';
import type { StoredItem } from '../../armory/enrichment/documents/equipment.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { json, jsonInstant, object, objects, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { attendanceRates } from '../../events/attendance/attendance-stats.queries.ts';
import { RaiderColumn, raiderRef } from '../../membership/characters/raider-ref.ts';
import { IS_WITHHELD, SEES_RAIDER } from '../../membership/characters/sharing.ts';
import { ItemColumns, itemRef } from '../../reference/game-data/items.ts';
import { isOnCurrentScale } from '../../reference/game-data/newest-patch.ts';
import { classRef, realmName } from '../../reference/game-data/playable.ts';
import { type CountingPool, countingPool, readPointsOf } from '../points/counting-pool.queries.ts';
import { type Boss, bossRef } from '../wishes/boss-ref.ts';
import { differingSlots, slotOf, wearerOf } from '../wishes/differing-slots.ts';
import { reportPresenter, SIM_REPORTS, SimReportColumns } from '../wishes/sim-reports.ts';
import { type SeenCouncil, seenCouncil } from './council.access.ts';
import { ordered, type Unplaced } from './order-candidates.ts';
import { COUNTED_AWARDS, WINNER, wanted } from './wanted.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * `$3` is the language, `$4` the items, `$5` the track, `$6` the weeks of the policy. Each sim counts by its
 * lowest item level, at which the item drops; a gain alone makes a candidate if it is one.
 */
const CANDIDATES = query({
  itemId: 'int',
  raider: RaiderColumn,
  userId: 'uuid?',
  team: object({ id: 'uuid', name: 'text', color: 'text?', status: text(TeamStatus.options) }).orNull,
  wish: object({ rank: 'int', track: text(WishTrack.options), comment: 'text?' }).orNull,
  gain: object({
    ...{ reportId: 'uuid', percent: 'float', differs: 'bool', itemLevel: 'int' },
    into: object(ItemColumns).orNull,
    slot: text(ItemSlot.options).orNull,
  }).orNull,
  /** Where the item is worn. */
  slot: text(ItemSlot.options).orNull,
  awards: 'int',
  lastAwards: objects({
    item: object(ItemColumns),
    track: text(LootTrack.options).orNull,
    ...{ receivedAt: 'instant', dayOnly: 'bool' },
  }),
})`
  ${wanted('(g.item_id = any($4::int[]) and g.catalyst_of = 0 or g.catalyst_of = any($4::int[]) and g.catalyst_of > 0) and g.track = $5')},
  hand as (
    select distinct on (item_id, raider_id) item_id, raider_id, rank, track, comment from wished
    where item_id = any($4::int[]) and track in ($5, 'any') order by item_id, raider_id, rank
  ),
  dropping as (
    select distinct on (report_id, drop_id, item_id) * from gained
    order by report_id, drop_id, item_id, item_level, percent desc
  ),
  best as (
    select distinct on (drop_id, raider_id) * from dropping order by drop_id, raider_id, percent desc, report_id
  ),
  candidate as materialized (
    select item_id, raider_id from hand union select drop_id, raider_id from best where differs and percent > 0
  ),
  got as (
    select ${WINNER} as raider_id, a.item_id, a.item_name, a.track, a.received_at, a.day_only,
      row_number() over (partition by ${WINNER} order by a.received_at desc, a.award_id desc) as n
    from ${COUNTED_AWARDS} where own.organization_id = $1 and ${WINNER} in (select raider_id from candidate)
  ),
  received as (
    select got.raider_id,
      (count(*) filter (where got.received_at > now() - $6::int * interval '1 week'))::int as awards,
      jsonb_agg(jsonb_build_object('item', ${itemRef('i', 'got.item_id', '$3', 'got.item_name')}, 'track', got.track,
        'receivedAt', ${jsonInstant('got.received_at')}, 'dayOnly', got.day_only) order by got.n) filter (where got.n <= 3) as latest
    from got join organization o on o.id = $1 left join item i on i.game_version = coalesce(o.game_version, 'retail') and i.id = got.item_id
    group by 1
  )
  select c.item_id as "itemId", r.user_id as "userId",
    ${raiderRef('$7')} as raider,
    (select jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color, 'status', m.status)
      from team_member m join team t on t.id = m.team_id
      where m.raider_id = r.id and m.until is null and t.archived_at is null and ($2::uuid is null or t.id = $2)
      order by array_position(array['${TeamStatus.options.join(`', '`)}'], m.status), t.position limit 1) as team,
    case when h.raider_id is not null then
      jsonb_build_object('rank', h.rank, 'track', h.track, 'comment', h.comment) end as wish,
    case when b.raider_id is not null then jsonb_build_object('reportId', b.report_id, 'percent', b.percent, 'differs', b.differs,
      'itemLevel', b.item_level, 'slot', coalesce(b.slot, i.slot),
      'into', case when b.catalyst_of > 0 then ${itemRef('i', 'b.item_id', '$3')} end) end as gain,
    coalesce(b.slot, i.slot) as slot, coalesce(v.awards, 0) as awards, coalesce(v.latest, '[]') as "lastAwards"
  from candidate c join raider r on r.id = c.raider_id
  left join person u on u.id = r.user_id
  left join hand h on h.raider_id = r.id and h.item_id = c.item_id
  left join best b on b.raider_id = r.id and b.drop_id = c.item_id
  left join organization o on o.id = $1
  left join item i on i.game_version = coalesce(o.game_version, 'retail') and i.id = coalesce(b.item_id, c.item_id)
  left join received v on v.raider_id = r.id
  order by c.item_id, ${byName('coalesce(u.display_name, r.name)')}, r.id`;
type Row = RowOf<typeof CANDIDATES>;

const ITEM = query({
  item: object(ItemColumns),
  boss: json<Boss>().orNull,
  given: objects({ track: text(LootTrack.options).orNull, receivedAt: 'instant', dayOnly: 'bool', winner: 'text?' }),
})`
  select ${itemRef('i', '$2::int', '$3')} as item,
    (select ${bossRef('e.id', 'e.instance_id', '$3')} from journal_encounter e
      where coalesce(o.game_version, 'retail') = 'retail' and e.listed and e.item_ids @> array[$2::int] order by e.instance_id desc, e.id limit 1) as boss,
    coalesce((select jsonb_agg(jsonb_build_object('track', a.track, 'receivedAt', ${jsonInstant('a.received_at')},
        'dayOnly', a.day_only, 'winner', nullif(a.name, '')) order by a.received_at desc, a.award_id desc)
      from (select * from loot_award where organization_id = o.id and item_id = $2 and holds and not withdrawn
        order by received_at desc, award_id desc limit 5) a), '[]') as given
  from organization o left join item i on i.game_version = coalesce(o.game_version, 'retail') and i.id = $2 where o.id = $1`;

const REPORTS = query(SimReportColumns)`${SIM_REPORTS} where r.id = any($1::uuid[])`;

/** Mains, and characters that were simulated, with their gear as far as `$4` sees it; all of a raider who has no main. */
const CHARACTERS = query({
  raiderId: 'uuid',
  name: 'text',
  realm: 'text',
  realmName: 'text',
  class: json<{ id: number; name: string }>().orNull,
  main: 'bool',
  equipment: json<{ items: Pick<StoredItem, 'slot' | 'itemId' | 'name' | 'itemLevel'>[] }>().orNull,
  /** Whether the levels of the equipment compare with those of today. */
  current: 'bool',
  readAt: 'instant?',
})`
  select f.raider_id as "raiderId", f.name, f.realm, coalesce(${realmName({ ...{ slug: 'f.realm', region: 'coalesce(c.region, o.region)' }, gameVersion: 'coalesce(c.game_version, o.game_version)', locale: '$3' })}, '') as "realmName",
    case when f.class_id is not null then ${classRef('f.class_id', '$3')} end as class, f.is_main as main,
    (select jsonb_build_object('items', jsonb_agg(jsonb_build_object('slot', x.item -> 'slot', 'itemId', x.item -> 'itemId',
        'name', x.item -> 'name', 'itemLevel', x.item -> 'itemLevel')))
      from jsonb_array_elements(coalesce(own.data, seen.data) -> 'items') x(item) having count(*) > 0) as equipment,
    ${isOnCurrentScale({
      ...{ region: 'coalesce(c.region, o.region)', gameVersion: 'coalesce(c.game_version, o.game_version)' },
      major: `substring(coalesce(own.data, seen.data) ->> 'patch' from '^[0-9]+')::smallint`,
      at: 'least(coalesce(c.last_login_at, e.last_login_at), own.fetched_at, seen.fetched_at)',
    })} as current,
    coalesce(own.fetched_at, seen.fetched_at) as "readAt"
  from (select *, bool_or(is_main) over (partition by raider_id) as has_main from raider_family
    where organization_id = $1 and raider_id = any($2::uuid[])) f
  join organization o on o.id = f.organization_id join raider r on r.id = f.raider_id
  left join character c on c.id = f.character_id
  left join roster_entry e on e.id = f.roster_entry_id
  left join character_section own on own.character_id = f.character_id and own.section = 'equipment'
    and ${SEES_RAIDER('r.user_id', '$4')}
  left join roster_section seen on seen.roster_entry_id = f.roster_entry_id and seen.section = 'equipment' and own.data is null
    and not ${IS_WITHHELD('f.roster_entry_id', '$4')}
  where f.is_main or not f.has_main or f.name in (select s.name from sim_report s where s.raider_id = f.raider_id)
  order by f.is_main desc, f.level desc nulls last, ${byName('f.name')}, f.realm`;
type Character = RowOf<typeof CHARACTERS>;

/** Throws NOT_FOUND, and FORBIDDEN for those who do not see the wishes of others. */
export async function listCandidates(ctx: AppContext, actor: Actor, input: CandidatesInput): Promise<CandidatesView> {
  const { track, locale } = input;
  const itemId = ofEitherFaction(input.itemId);
  const seen = await seenCouncil(ctx.sql, actor, input.id);
  const [head, { candidates, orderedBy, pool }] = await Promise.all([
    ctx.sql.one(ITEM, [seen.organizationId, itemId, locale]),
    candidatesFor(ctx, seen, { ...input, itemIds: [itemId] }),
  ]);
  const all = candidates.get(itemId) ?? [];
  return {
    ...{ ...head, track, policy: seen.policy, orderedBy, pool, total: all.length },
    candidates: all.slice(0, MOST_CANDIDATES),
  };
}

type Asked = Pick<CandidatesInput, 'track' | 'teamId' | 'locale'> & { itemIds: readonly number[] };
type Found = { candidates: Map<number, CandidateView[]>; orderedBy: LootSortKey[]; pool: CountingPool | null };

/** The candidates for each item, in the order of the policy. */
export async function candidatesFor(
  ctx: AppContext,
  seen: SeenCouncil,
  { itemIds, track, teamId, locale }: Asked,
): Promise<Found> {
  const { sql } = ctx;
  const { organizationId, viewerId, policy, seesAttendance, seesPoints } = seen;
  const rows = await sql.many(CANDIDATES, [
    organizationId,
    teamId ?? null,
    locale,
    itemIds,
    track,
    policy.weeks,
    seen.seesProof,
  ]);
  const since = new Date(Date.now() - policy.weeks * WEEK_MS);
  const raiderIds = [...new Set(rows.map(({ raider }) => raider.id))];
  const pool = seesPoints ? await countingPool(sql, organizationId, teamId ?? null) : null;
  const [reports, characters, points, present, rates] = await Promise.all([
    sql.many(REPORTS, [rows.flatMap(({ gain }) => gain?.reportId ?? [])]),
    sql.many(CHARACTERS, [organizationId, raiderIds, locale, viewerId]),
    pool && readPointsOf(sql, pool.id, raiderIds),
    reportPresenter(ctx, locale),
    seesAttendance ? attendanceRates(sql, organizationId, since, teamId ?? null) : null,
  ]);
  const reportOf = new Map(reports.map((report) => [report.id, report]));
  const families = Map.groupBy(characters, ({ raiderId }) => raiderId);

  const attendanceOf = ({ userId, raider }: Row): CandidateView['attendance'] => {
    if (!rates) return null;
    const found = rates.get(userId ?? raider.id);
    if (!found || found.rate === null) return { rate: null, eventsCounted: 0, suffices: null };
    const { rate, eventsCounted, tooLittleData } = found;
    return { rate, eventsCounted, suffices: tooLittleData ? null : Math.round(rate * 100) >= policy.leastAttendance };
  };
  const candidateOf = (row: Row): Unplaced => {
    const { raider, team, wish, awards, lastAwards } = row;
    const family = families.get(raider.id) ?? [];
    const report = row.gain ? reportOf.get(row.gain.reportId) : undefined;
    const wearer = (report && wearerOf(report, family)) ?? family[0];
    return {
      ...{ raider, team, wish, awards, lastAwards, points: points?.get(raider.id) ?? null },
      character: wearer ? { name: wearer.name, realm: wearer.realmName } : null,
      class: wearer?.class ?? null,
      gain: row.gain && report ? gainOf(row.gain, report, present(report, family), family) : null,
      attendance: attendanceOf(row),
      worn: wornIn(row.slot, wearer),
      gearReadAt: wearer?.readAt ?? null,
    };
  };
  const orderedBy = policy.order.filter(
    (key) => (key !== 'attendance' || seesAttendance) && (key !== 'points' || pool !== null),
  );
  const candidates = new Map(
    [...Map.groupBy(rows, ({ itemId }) => itemId)].map(([itemId, some]) => [
      itemId,
      ordered(some.map(candidateOf), orderedBy),
    ]),
  );
  return { candidates, orderedBy, pool };
}

function gainOf(
  gain: NonNullable<Row['gain']>,
  row: RowOf<typeof SimReportColumns>,
  report: ReturnType<Awaited<ReturnType<typeof reportPresenter>>>,
  family: readonly Character[],
): CandidateView['gain'] {
  const { percent, differs, itemLevel, into, slot } = gain;
  const { source, link, fightStyle, spec, character, simulatedAt, readAt, stale } = report;
  const isWorn = slot !== null && (differingSlots(row, family) ?? []).some((one) => slotOf(one) === slot);
  return {
    ...{ percent, differs, itemLevel, into, source, link, fightStyle, spec, character, simulatedAt, readAt },
    stale: [...stale, ...(isWorn ? (['slot'] as const) : [])],
  };
}

const wornIn = (slot: ItemSlot | null, wearer: Character | undefined): CandidateView['worn'] =>
  slot !== null && wearer?.equipment
    ? wearer.equipment.items
        .filter((item) => slotOf(item.slot) === slot)
        .map(({ name, itemLevel }) => ({ name, itemLevel: wearer.current ? itemLevel : null }))
    : null;
